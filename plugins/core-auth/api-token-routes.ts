import { defineRoute } from 'lintel'
import { HttpError, type RequestContext } from 'lintel/kit'
import * as z from 'zod'
import { type ApiTokenRow, createApiToken, listApiTokens, revokeApiToken } from './api-tokens.ts'
import { requireSession } from './require-session.ts'
import { isoTime, succeeded } from './responses.ts'
import { findUser } from './users.ts'

const apiToken = z
  .strictObject({
    id: z.string(),
    userId: z.string(),
    name: z.string(),
    scopes: z.array(z.string()),
    createdAt: isoTime,
    expiresAt: isoTime.nullable(),
    lastUsedAt: isoTime.nullable(),
  })
  .meta({ id: 'ApiToken', description: 'A token for programs, without the token itself.' })

const scope = z
  .string()
  .max(100)
  .regex(/^(?:\*|[a-z][a-z0-9_-]*\.(?:\*|[a-z][a-z0-9_-]*))$/, {
    error: 'must be a permission: <resource>.<action>, <resource>.* or *',
  })

const newToken = z.strictObject({
  name: z.string().trim().min(1).max(100),
  scopes: z.array(scope).max(50),
  /** ISO 8601. */
  expiresAt: z.iso
    .datetime({ offset: true })
    .nullish()
    .refine((text) => text == null || Date.parse(text) > Date.now(), { error: 'must be in the future' }),
  /** Whose token it is. Default: one's own; only administrators make them for others. */
  userId: z.string().max(100).optional(),
})

/** One's own tokens; administrators see everybody's, or one user's. */
export const listTokens = defineRoute({
  method: 'GET',
  path: '/admin/auth/tokens',
  access: ['editor'],
  summary: 'List API tokens',
  input: { query: z.strictObject({ userId: z.string().max(100).optional() }) },
  responses: { 200: succeeded(z.array(apiToken)) },
  handler: async (c, { query }) => {
    const rows = await listApiTokens(c.var.db, isAdmin(c) ? (query.userId ?? null) : callerId(c))
    return c.json({ success: true, data: rows.map(show) })
  },
})

export const createToken = defineRoute({
  method: 'POST',
  path: '/admin/auth/tokens',
  access: ['editor'],
  summary: 'Make an API token; the answer is the only place that shows it',
  input: { json: newToken },
  responses: { 201: succeeded(apiToken.extend({ token: z.string() })) },
  problems: ['not_found'],
  handler: async (c, { json }) => {
    requireSession(c)
    const { name, scopes, userId = callerId(c) } = json
    if (userId !== callerId(c) && !isAdmin(c)) {
      throw new HttpError('forbidden', 'Only administrators make tokens for others.')
    }
    const owner = await findUser(c.var.db, userId)
    if (!owner) throw new HttpError('not_found', 'There is no such user.')
    const expiresAt = json.expiresAt == null ? null : Date.parse(json.expiresAt)
    const { token, row } = await createApiToken(c, owner, { name, scopes, expiresAt })
    return c.json({ success: true, data: { ...show(row), token } }, 201, { 'Cache-Control': 'no-store' })
  },
})

export const revokeToken = defineRoute({
  method: 'DELETE',
  path: '/admin/auth/tokens/:id',
  access: ['editor'],
  summary: 'Revoke an API token',
  responses: { 200: succeeded(z.strictObject({ id: z.string() })) },
  problems: ['not_found'],
  handler: async (c) => {
    requireSession(c)
    const id = c.req.param('id') ?? ''
    if (!(await revokeApiToken(c.var.db, id, isAdmin(c) ? null : callerId(c)))) {
      throw new HttpError('not_found', 'There is no such token.')
    }
    return c.json({ success: true, data: { id } })
  },
})

function show({ id, userId, name, scopes, createdAt, expiresAt, lastUsedAt }: ApiTokenRow) {
  const iso = (time: number | null) => (time === null ? null : new Date(time).toISOString())
  return {
    id,
    userId,
    name,
    scopes,
    createdAt: iso(createdAt),
    expiresAt: iso(expiresAt),
    lastUsedAt: iso(lastUsedAt),
  }
}

/** The routes' access lets nobody in who is nobody. */
function callerId(c: RequestContext): string {
  return c.var.user?.id ?? ''
}

function isAdmin(c: RequestContext): boolean {
  return c.var.user?.role === 'admin'
}
