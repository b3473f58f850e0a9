import { defineRoute } from 'lintel'
import { isPageRequest } from 'lintel/kit'
import * as z from 'zod'
import { done, succeeded } from './answers.ts'
import { readOverview } from './read-overview.ts'

export const overview = defineRoute({
  method: 'GET',
  path: '/admin/database',
  access: ['admin'],
  summary: 'How the database is, at a glance',
  input: { query: z.strictObject({}) },
  responses: {
    200: succeeded(
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
  },
  handler: async (c) => {
    const data = await readOverview(c)
    if (!isPageRequest(c)) return done(c, data)
    const { overviewPage } = await import('./pages/overview-page.tsx')
    const { show } = await import('./pages/show.tsx')
    return show(c, 'overview', overviewPage(c, data))
  },
})
