import { defineRoute } from 'lintel'
import * as z from 'zod'
import { ok } from './ok.ts'
import { readOverview } from './read-overview.ts'

export const overview = defineRoute({
  method: 'GET',
  path: '/admin/database',
  access: ['admin'],
  summary: 'Overview of the database',
  input: { query: z.strictObject({}) },
  returns: ok(
    z.strictObject({
      tables: z.int(),
      rows: z.int(),
      size: z.int().meta({ description: 'Bytes.' }),
      migrations: z.strictObject({ applied: z.int(), pending: z.int(), drift: z.int() }),
      newestBackup: z
        .strictObject({ key: z.string(), size: z.int(), createdAt: z.string(), tables: z.int(), rows: z.int() })
        .nullable(),
    }),
  ),
  load: async (c) => ({ data: await readOverview(c) }),
  page: () => import('./pages/overview-page.tsx'),
})
