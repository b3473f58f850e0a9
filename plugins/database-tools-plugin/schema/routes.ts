import { defineRoute } from 'lintel'
import * as z from 'zod'
import { cell, ok } from '../ok.ts'
import { inspectTable } from './inspect-table.ts'
import { listTables } from './list-tables.ts'
import { rowsQuery } from './table-query.ts'

const summary = z.strictObject({ name: z.string(), rows: z.int(), columns: z.int(), indexes: z.int() })

export const tables = defineRoute({
  method: 'GET',
  path: '/admin/database/tables',
  access: ['admin'],
  summary: 'All tables, each with its number of rows',
  input: { query: z.strictObject({}) },
  returns: ok(z.array(summary)),
  load: async (c) => ({ data: await listTables(c) }),
  page: () => import('./tables-page.tsx'),
})

export const table = defineRoute({
  method: 'GET',
  path: '/admin/database/tables/:name',
  access: ['admin'],
  summary: 'A table: its columns, indexes and rows. Secrets are not shown.',
  input: { query: rowsQuery },
  returns: ok(
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
          secret: z.boolean().meta({ description: 'Whether values of the column are hidden.' }),
        }),
      ),
      indexes: z.array(z.strictObject({ name: z.string(), unique: z.boolean(), columns: z.array(z.string()) })),
      sql: z.string(),
      rows: z.array(z.record(z.string(), cell)),
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
  problems: ['not_found', 'invalid_query'],
  load: async (c, { params, query }) => ({ data: await inspectTable(c, params.name, query) }),
  page: () => import('./table-page.tsx'),
})
