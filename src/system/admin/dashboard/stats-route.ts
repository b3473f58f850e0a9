import * as z from 'zod'
import { defineRoute } from '../../../config/route.ts'
import { DEFAULT_DAYS, daysQuery } from './days.ts'
import { readStats } from './stats.ts'

/** The numbers of the dashboard: a fragment for htmx, JSON for programs. */
export const statsRoute = defineRoute({
  method: 'GET',
  path: '/admin/api/stats',
  access: ['editor'],
  summary: 'Content by collection and status and over time, what changed last, what is published next, storage, cache',
  input: { query: z.strictObject({ days: daysQuery }) },
  handler: async (c, { query: { days = DEFAULT_DAYS } }) => {
    const stats = await readStats(c, days)
    c.header('Cache-Control', 'no-store')
    if (c.req.header('hx-request') !== 'true') return c.json({ success: true, data: stats })
    const { StatsFragment } = await import('./stats-fragment.tsx')
    return c.html(StatsFragment({ stats, days }))
  },
})
