import { defineRoute } from 'lintel'
import { isPageRequest } from 'lintel/kit'
import * as z from 'zod'
import { done, succeeded } from '../answers.ts'
import { inspectTable } from './inspect-table.ts'
import { listTables } from './list-tables.ts'
import { rowsQuery } from './table-query.ts'

const summary = z.strictObject({ name: z.string(), rows: z.int(), columns: z.int(), indexes: z.int() })

export const tables = defineRoute({
  method: 'GET',
  path: '/admin/database/tables',
  access: ['admin'],
  summary: 'Every table, with how much it holds',
  input: { query: z.strictObject({}) },
  responses: { 200: succeeded(z.array(summary)) },
  handler: async (c) => {
    const data = await listTables(c)
    if (!isPageRequest(c)) return done(c, data)
    const { tablesPage } = await import('../pages/tables-page.tsx')
    const { show } = await import('../pages/show.tsx')
    return show(c, 'tables', tablesPage(c, data))
  },
})

export const table = defineRoute({
  method: 'GET',
  path: '/admin/database/tables/:name',
  access: ['admin'],
  summary: 'A table: its columns, indexes and rows. Secrets are not shown.',
  input: { query: rowsQuery },
  responses: {
    200: succeeded(
      z.strictObject({
        name: z.string(),
        columns: z.array(
          z.strictObject({
            name: z.string(),
            type: z.string(),
            notNull: z.boolean(),
            default: z.string().nullable(),
            primaryKey: z.boolean(),
            references: z.string().nullable().meta({ description: '`table.column`' }),
            secret: z.boolean().meta({ description: 'Its values are not shown.' }),
          }),
        ),
        indexes: z.array(z.strictObject({ name: z.string(), unique: z.boolean(), columns: z.array(z.string()) })),
        sql: z.string(),
        rows: z.array(z.record(z.string(), z.unknown())),
        pagination: z.strictObject({
          page: z.int(),
          limit: z.int(),
          total: z.int(),
          totalPages: z.int(),
          hasNext: z.boolean(),
          hasPrev: z.boolean(),
        }),
      }),
    ),
  },
  problems: ['not_found', 'invalid_query'],
  handler: async (c, { query }) => {
    const view = await inspectTable(c, c.req.param('name') ?? '', query)
    if (!isPageRequest(c)) return done(c, view)
    const { tablePage } = await import('../pages/table-page.tsx')
    const { show } = await import('../pages/show.tsx')
    return show(c, 'tables', tablePage(c, view, query))
  },
})
