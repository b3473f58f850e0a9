import { defineRoute } from 'lintel'
import { HttpError, type RequestContext, t } from 'lintel/kit'
import * as z from 'zod'
import { deviceName } from './device-name.ts'
import { requireSession } from './require-session.ts'
import { filter, pagination, paginationOf, paging } from './responses.ts'
import { adminSession, session } from './session-objects.ts'
import { allSessions, revokeOwnSession, revokeSession, revokeSessionsOf, sessionsOf } from './sessions.ts'
import type { sessions } from './tables.ts'

export const listSessions = defineRoute({
  method: 'GET',
  path: '/api/auth/sessions',
  access: 'authenticated',
  summary: 'List your sessions, the current one first',
  input: { query: z.strictObject(paging) },
  returns: z.strictObject({ data: z.array(session), pagination }),
  load: async (c, { query }) => {
    const { userId, sessionId } = requireSession(c)
    const { rows, total } = await sessionsOf(c.var.db, { userId, first: sessionId, ...query })
    return { data: rows.map((row) => show(row, sessionId)), pagination: paginationOf(query, total) }
  },
})

export const endSession = defineRoute({
  method: 'DELETE',
  path: '/api/auth/sessions/:id',
  access: 'authenticated',
  summary: 'End one of your sessions',
  returns: null,
  problems: ['not_found'],
  act: async (c, { params }) => {
    if (await revokeOwnSession(c.var.db, params.id, requireSession(c).userId)) return
    throw new HttpError('not_found', t('You have no such session.'))
  },
})

export const endOtherSessions = defineRoute({
  method: 'DELETE',
  path: '/api/auth/sessions',
  access: 'authenticated',
  summary: 'End all your sessions except the current one',
  returns: null,
  act: async (c) => {
    const { userId, sessionId } = requireSession(c)
    await revokeSessionsOf(c.var.db, userId, sessionId)
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
  returns: z.strictObject({ data: z.array(adminSession), pagination }),
  load: async (c, { query }) => {
    const { rows, total } = await allSessions(c.var.db, query)
    const data = rows.map(({ session: row, email }) => ({
      ...show(row, c.var.user?.sessionId ?? null),
      userId: row.userId,
      email,
    }))
    return { data, pagination: paginationOf(query, total) }
  },
  page: () => import('./admin/sessions-page.tsx'),
})

export const endAnySession = defineRoute({
  method: 'DELETE',
  path: '/admin/auth/sessions/:id',
  access: ['admin'],
  summary: "End anybody's session",
  returns: z.strictObject({ data: z.strictObject({ id: z.string() }) }),
  problems: ['not_found'],
  act: async (c, { params }) => {
    await end(c, params.id)
    return { data: { id: params.id } }
  },
})

export const submitEndAnySession = defineRoute({
  method: 'POST',
  path: '/admin/auth/sessions/:id/end',
  access: ['admin'],
  summary: "End anybody's session with a form",
  problems: ['not_found'],
  act: (c, { params }) => end(c, params.id),
  to: '/admin/auth/sessions?done=ended',
})

/**
 * Ends a session.
 * @throws HttpError `not_found`
 */
async function end(c: RequestContext, id: string): Promise<void> {
  if (!(await revokeSession(c.var.db, id))) throw new HttpError('not_found', t('There is no such session.'))
}

function show(row: typeof sessions.$inferSelect, current: string | null) {
  const iso = (time: number) => new Date(time).toISOString()
  return {
    id: row.id,
    createdAt: iso(row.createdAt),
    lastSeenAt: iso(row.lastSeenAt),
    expiresAt: iso(row.expiresAt),
    name: deviceName(row.userAgent),
    place: row.place,
    ipAddress: row.ipAddress,
    userAgent: row.userAgent,
    current: row.id === current,
  }
}
