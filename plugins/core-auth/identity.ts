import { type Hook, type RequestContext, type RequestUser, settingsOf } from 'lintel/kit'
import { findApiToken, touchApiToken } from './api-tokens.ts'
import { accessCookie } from './cookies.ts'
import { endGrace, findSession, showsArrival, touchSession } from './sessions.ts'
import { settings } from './settings.ts'
import { signingKeys } from './signing-keys.ts'
import { recallAccessToken } from './token-cache.ts'

/** Minimum time between two updates of `last_seen_at` or `last_used_at`, in milliseconds. */
const SEEN_EVERY = 5 * 60 * 1000

/**
 * Identifies the caller: by the header `Authorization: Bearer`, or, if that is missing, by the cookie. An invalid
 * credential leaves the caller anonymous; the 401 of a route that needs a user says what is wrong with it.
 */
export const identify: Hook = async (_event, c) => {
  signingKeys(c) // without usable keys, every request is refused
  const credential = credentialOf(c)
  if (!credential) return
  const user = await userOf(c, credential)
  if (user) c.set('user', user)
  else c.set('credentialError', 'invalid_token')
}

export interface Credential {
  readonly token: string
  readonly by: RequestUser['by']
}

/** Returns the credential of a request, whether or not it is valid. */
export function credentialOf(c: RequestContext): Credential | undefined {
  const [scheme = '', token = ''] = (c.req.header('authorization') ?? '').trim().split(/\s+/, 2)
  if (scheme.toLowerCase() === 'bearer') return { token, by: 'bearer' }
  const cookie = accessCookie(c)
  return cookie ? { token: cookie, by: 'cookie' } : undefined
}

function userOf(c: RequestContext, credential: Credential): Promise<RequestUser | undefined> {
  const isApiToken = credential.by === 'bearer' && credential.token.startsWith('lin_')
  return isApiToken ? userOfApiToken(c, credential.token) : userOfAccessToken(c, credential)
}

async function userOfAccessToken(c: RequestContext, { token, by }: Credential): Promise<RequestUser | undefined> {
  const found = await recallAccessToken(c, token, ({ sid, userId }) => findSession(c.var.db, sid, userId))
  if (!found) return undefined
  const { payload, session } = found
  const { userId, sid, exp, iat } = payload
  if (settingsOf(c, settings).sessionTracking && session.lastSeenAt < Date.now() - SEEN_EVERY) {
    c.executionCtx.waitUntil(touchSession(c.var.db, sid))
  }
  if (showsArrival(session, iat)) c.executionCtx.waitUntil(endGrace(c.var.db, sid))
  return { id: userId, email: session.email, role: session.role, sessionId: sid, exp, iat, by }
}

async function userOfApiToken(c: RequestContext, token: string): Promise<RequestUser | undefined> {
  const found = await findApiToken(c.var.db, token)
  if (!found) return undefined
  if ((found.lastUsedAt ?? 0) < Date.now() - SEEN_EVERY) c.executionCtx.waitUntil(touchApiToken(c.var.db, found.id))
  return {
    id: found.userId,
    email: found.email,
    role: found.role,
    sessionId: null,
    exp: found.expiresAt === null ? Number.POSITIVE_INFINITY : Math.floor(found.expiresAt / 1000),
    iat: Math.floor(found.createdAt / 1000),
    by: 'bearer',
    scopes: found.scopes,
  }
}
