import * as z from 'zod'
import { defineRoute } from '../../../config/route.ts'
import { DEFAULT_DAYS, daysQuery } from './days.ts'
import { readStats } from './stats.ts'
import { statsObject } from './stats-object.ts'

/** Route of the figures of the statistics page. */
export const statsRoute = defineRoute({
  method: 'GET',
  path: '/admin/api/stats',
  access: ['editor'],
  summary: 'Content by collection, by status and over time, latest changes, next publications, storage, cache',
  input: { query: z.strictObject({ days: daysQuery }) },
  returns: z.strictObject({ data: statsObject }),
  load: async (c, { query: { days = DEFAULT_DAYS } }) => ({ data: await readStats(c, days) }),
  fragment: () => import('./stats-fragment.tsx'),
})
