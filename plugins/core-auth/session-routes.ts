import { defineRoute } from 'lintel'
import { HttpError, isPageRequest, t } from 'lintel/kit'
import * as z from 'zod'
import { requireSession } from './require-session.ts'
import { filter, pagination, paginationOf, paging, succeeded } from './responses.ts'
import { adminSession, session } from './session-objects.ts'
import { allSessions, revokeOwnSession, revokeSession, sessionsOf } from './sessions.ts'
import type { sessions } from './tables.ts'

// Pages are loaded when one is asked for: the compiler, which reads this file too, has no use for them.
const pages = () => import('./admin/show.tsx')

export const listSessions = defineRoute({
  method: 'GET',
  path: '/api/auth/sessions',
  access: 'authenticated',
  summary: 'List where you are signed in, the session that asks first',
  input: { query: z.strictObject(paging) },
  responses: { 200: z.strictObject({ data: z.array(session), pagination }) },
  handler: async (c, { query }) => {
    const { userId, sessionId } = requireSession(c)
    const { rows, total } = await sessionsOf(c.var.db, { userId, first: sessionId, ...query })
    return c.json({ data: rows.map((row) => show(row, sessionId)), pagination: paginationOf(query, total) })
  },
})

export const endSession = defineRoute({
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  access: 'authenticated',
  summary: 'End one of your sessions',
  responses: { 204: null },
  problems: ['not_found'],
  handler: async (c) => {
    const { userId } = requireSession(c)
    if (await revokeOwnSession(c.var.db, c.req.param('id') ?? '', userId)) return c.body(null, 204)
    throw new HttpError('not_found', t('You have no such session.'))
  },
})

export const listAllSessions = defineRoute({
  method: 'GET',
  path: '/admin/auth/sessions',
  access: ['admin'],
  summary: "List everybody's sessions, or one user's",
  input: {
    query: z.strictObject({
      userId: z.string().max(100).optional(),
      email: filter.meta({ description: "Part of the user's email." }),
      done: z.literal('ended').optional(),
      ...paging,
    }),
  },
  responses: { 200: succeeded(z.array(adminSession)).extend({ pagination }) },
  handler: async (c, { query: { done, ...query } }) => {
    const { rows, total } = await allSessions(c.var.db, query)
    const data = rows.map(({ session: row, email }) => ({
      ...show(row, c.var.user?.sessionId ?? null),
      userId: row.userId,
      email,
    }))
    const pagination = paginationOf(query, total)
    if (isPageRequest(c)) return (await pages()).showSessions(c, { query, sessions: data, pagination, done })
    return c.json({ success: true, data, pagination })
  },
})

export const endAnySession = defineRoute({
  method: 'DELETE',
  path: '/admin/auth/sessions/:id',
  access: ['admin'],
  summary: "End anybody's session",
  responses: { 200: succeeded(z.strictObject({ id: z.string() })) },
  problems: ['not_found'],
  handler: async (c) => {
    const id = c.req.param('id') ?? ''
    if (await revokeSession(c.var.db, id)) return c.json({ success: true, data: { id } })
    throw new HttpError('not_found', t('There is no such session.'))
  },
})

export const submitEndAnySession = defineRoute({
  method: 'POST',
  path: '/admin/auth/sessions/:id/end',
  access: ['admin'],
  summary: "End anybody's session, by a form",
  responses: { 303: null },
  problems: ['not_found'],
  handler: async (c) => {
    if (await revokeSession(c.var.db, c.req.param('id') ?? ''))
      return c.redirect('/admin/auth/sessions?done=ended', 303)
    throw new HttpError('not_found', t('There is no such session.'))
  },
})

function show(row: typeof sessions.$inferSelect, current: string | null) {
  const iso = (time: number) => new Date(time).toISOString()
  return {
    id: row.id,
    createdAt: iso(row.createdAt),
    lastSeenAt: iso(row.lastSeenAt),
    expiresAt: iso(row.expiresAt),
    ipAddress: row.ipAddress,
    userAgent: row.userAgent,
    current: row.id === current,
  }
}
