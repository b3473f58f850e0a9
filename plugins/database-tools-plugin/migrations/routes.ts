import { defineRoute } from 'lintel'
import { readMigrations, runMigrations } from 'lintel/kit'
import * as z from 'zod'
import { ok } from '../ok.ts'

const none = z.strictObject({})

const status = z.strictObject({
  applied: z.array(z.strictObject({ name: z.string(), appliedAt: z.string(), checksum: z.string().nullable() })),
  pending: z.array(z.string()),
  drift: z.array(
    z.strictObject({ name: z.string(), kind: z.enum(['edited', 'unknown', 'skipped']), message: z.string() }),
  ),
})

export const migrationStatus = defineRoute({
  method: 'GET',
  path: '/admin/database/migrations/status',
  access: ['admin'],
  whilePending: true,
  summary: 'Which migrations are applied, which are pending, and where the database contradicts them',
  input: { query: none },
  returns: ok(status),
  load: async (c) => ({ data: await readMigrations(c) }),
})

export const migrations = defineRoute({
  method: 'GET',
  path: '/admin/database/migrations',
  access: ['admin'],
  whilePending: true,
  summary: 'Migrations: applied ones, and what pending ones would do',
  input: { query: z.strictObject({ applied: z.coerce.number().int().min(0).max(10_000).optional() }) },
  returns: ok(status),
  load: async (c) => ({ data: await readMigrations(c) }),
  page: () => import('./page.tsx'),
})

export const runPending = defineRoute({
  method: 'POST',
  path: '/admin/database/migrations/run',
  access: ['admin'],
  whilePending: true,
  summary: 'Apply pending migrations',
  input: {
    body: z
      .strictObject({
        destructive: z
          .boolean()
          .default(false)
          .meta({ description: 'Whether to include migrations that lose values.' }),
      })
      .optional(),
  },
  returns: ok(z.strictObject({ applied: z.array(z.string()), held: z.array(z.string()) })),
  problems: ['conflict'],
  act: async (c, { body }) => ({ data: await runMigrations(c, { destructive: body?.destructive ?? false }) }),
  to: ({ data }) => `/admin/database/migrations?applied=${data.applied.length}`,
  again: migrations,
})
