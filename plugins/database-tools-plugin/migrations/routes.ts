import { defineRoute } from 'lintel'
import { HttpError, isPageRequest, type RequestContext, readMigrations, runMigrations } from 'lintel/kit'
import * as z from 'zod'
import { done, succeeded } from '../answers.ts'

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
  responses: { 200: succeeded(status) },
  handler: async (c) => done(c, await readMigrations(c)),
})

export const migrations = defineRoute({
  method: 'GET',
  path: '/admin/database/migrations',
  access: ['admin'],
  whilePending: true,
  summary: 'Migrations: applied ones, and what pending ones would do',
  input: { query: z.strictObject({ applied: z.coerce.number().int().min(0).max(10_000).optional() }) },
  responses: { 200: succeeded(status) },
  handler: async (c, { query }) => {
    if (!isPageRequest(c)) return done(c, await readMigrations(c))
    return page(c, { applied: query.applied ?? null, problem: null })
  },
})

export const runPending = defineRoute({
  method: 'POST',
  path: '/admin/database/migrations/run',
  access: ['admin'],
  whilePending: true,
  summary: 'Apply pending migrations',
  input: {
    json: z
      .strictObject({
        destructive: z.boolean().default(false).meta({ description: 'Those that lose values, too.' }),
      })
      .optional(),
    form: z.object({ destructive: z.string().optional() }),
  },
  responses: { 200: succeeded(z.strictObject({ applied: z.array(z.string()), held: z.array(z.string()) })), 303: null },
  problems: ['conflict'],
  handler: async (c, { json, form }) => {
    const isForm = form !== undefined && isPageRequest(c)
    const destructive = json?.destructive ?? form?.destructive !== undefined
    if (!isForm) return done(c, await runMigrations(c, { destructive }))
    try {
      const { applied } = await runMigrations(c, { destructive })
      return c.redirect(`/admin/database/migrations?applied=${applied.length}`, 303)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      return page(c, { applied: null, problem: error.message })
    }
  },
})

async function page(c: RequestContext, said: { readonly applied: number | null; readonly problem: string | null }) {
  const { migrationsPage } = await import('../pages/migrations-page.tsx')
  const { show } = await import('../pages/show.tsx')
  const content = migrationsPage(c, await readMigrations(c), said)
  return show(c, 'migrations', content, said.problem === null ? 200 : 409)
}
