import { defineRoute } from 'lintel'
import * as z from 'zod'
import { ok } from '../ok.ts'
import { store } from './collect.ts'
import { explain } from './explain.ts'
import { readStatistics } from './read-statistics.ts'

const rowsRead = z.int().nullable().meta({ description: '`null` if the database does not count them.' })

export const performance = defineRoute({
  method: 'GET',
  path: '/admin/database/performance',
  access: ['admin'],
  summary: 'The slowest statements, and the number of rows that each route read',
  input: { query: z.strictObject({ hours: z.coerce.number().int().min(1).max(720).default(24) }) },
  returns: ok(
    z.strictObject({
      since: z.iso.datetime({ precision: 3 }),
      slowest: z.array(
        z.strictObject({
          statement: z.string(),
          route: z.string(),
          count: z.int(),
          averageMs: z.number(),
          maxMs: z.number(),
          totalMs: z.number(),
          rowsRead,
        }),
      ),
      routes: z.array(
        z.strictObject({
          route: z.string(),
          statements: z.int(),
          totalMs: z.number(),
          rowsRead,
          rowsWritten: z.int(),
        }),
      ),
    }),
  ),
  load: async (c, { query }) => {
    // The statistics include what this isolate has measured.
    await store(c)
    return { data: await readStatistics(c, query.hours) }
  },
  page: () => import('./page.tsx'),
})

export const plan = defineRoute({
  method: 'GET',
  path: '/admin/database/performance/plan',
  access: ['admin'],
  summary: 'How SQLite runs a measured statement, and an index that would make it faster',
  input: { query: z.strictObject({ statement: z.string().min(1).max(4000) }) },
  returns: ok(
    z.strictObject({
      statement: z.string(),
      steps: z.array(
        z.strictObject({
          depth: z.int(),
          detail: z.string(),
          meaning: z.string().nullable(),
          isCostly: z.boolean(),
        }),
      ),
      suggestion: z.strictObject({ file: z.string(), line: z.string() }).nullable(),
    }),
  ),
  problems: ['not_found'],
  load: async (c, { query }) => ({ data: await explain(c, query.statement) }),
  page: () => import('./plan-page.tsx'),
})
