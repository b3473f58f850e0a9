import { eq } from 'drizzle-orm'
import {
  failAttempt,
  forgiveStatement,
  HttpError,
  pretendToVerifyPassword,
  type RequestContext,
  t,
  verifyPassword,
} from 'lintel/kit'
import { takePasswordAttempt } from './limits.ts'
import { requireSession } from './require-session.ts'
import { sessions } from './tables.ts'
import { findUser, type UserRow } from './users.ts'

/** Time after signing in for which the password is not asked for again, in minutes. */
const FRESH_MINUTES = 10

/**
 * Checks the caller's password again before an action that a stolen session must not allow.
 * @returns the caller's account, and the statement that removes the attempt from the count, for the batch that follows
 * @throws HttpError `invalid_credentials`, `rate_limited`, `unauthenticated` for a deleted account
 */
export async function proveAgain(c: RequestContext, password: string) {
  const user: UserRow | undefined = await findUser(c.var.db, requireSession(c).userId)
  if (!user) throw new HttpError('unauthenticated')
  const attempt = await takePasswordAttempt(c, user.email)
  const stored = user.passwordHash
  const right = stored ? await verifyPassword(password, stored) : await pretendToVerifyPassword(password)
  if (right) return { user, forgiven: forgiveStatement(c.var.db, attempt) }
  await failAttempt(c.var.db, attempt)
  throw new HttpError('invalid_credentials', t('The password is wrong.'))
}

/**
 * Requires that the caller signed in recently (`FRESH_MINUTES`), or gives the password now.
 * @throws HttpError `validation_failed` if neither is the case; `invalid_credentials`, `rate_limited`
 */
export async function requireProof(c: RequestContext, password: string | undefined): Promise<void> {
  if (password !== undefined && password !== '') {
    await (await proveAgain(c, password)).forgiven
    return
  }
  if (await isFresh(c)) return
  const message = t('You signed in more than {minutes} minutes ago: enter your password, or sign in again.', {
    minutes: FRESH_MINUTES,
  })
  throw new HttpError('validation_failed', message, { errors: [{ path: 'password', code: 'required', message }] })
}

/** Tells whether the caller signed in recently (`FRESH_MINUTES`). Renewing a session does not count. */
export async function isFresh(c: RequestContext): Promise<boolean> {
  const id = c.var.user?.sessionId
  if (id == null) return false
  const [session] = await c.var.db.select({ at: sessions.createdAt }).from(sessions).where(eq(sessions.id, id))
  return session !== undefined && session.at > Date.now() - FRESH_MINUTES * 60_000
}
