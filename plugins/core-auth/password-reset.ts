import { eq } from 'drizzle-orm'
import {
  emit,
  failAttempt,
  forgiveStatement,
  HttpError,
  hashPassword,
  message,
  passwordErrors,
  pretendToVerifyPassword,
  type RequestContext,
  t,
  takeAttempt,
  users,
  verifyPassword,
} from 'lintel/kit'
import { countMail, failuresFrom, takePasswordAttempt } from './limits.ts'
import { mailerOf } from './mailer.ts'
import { forgetTokens, newOneTimeToken, redeem } from './one-time-tokens.ts'
import { requireSession } from './require-session.ts'
import { revokeSessionsOf } from './sessions.ts'
import { findUser, findUserByEmail, type UserRow } from './users.ts'

/** For how long a link works, in minutes (contract, section 4). */
const LINK_MINUTES = 60

/** What everybody is told who asks for a link. */
export const LINK_SENT = message('If there is an account with this address, a mail with a link is on its way.')

/**
 * Sends a link by which a new password is set. Neither the answer nor its time tells whether there is an account.
 * @throws HttpError `rate_limited`, `not_configured`
 */
export async function requestReset(c: RequestContext, email: string): Promise<void> {
  await mailerOf(c)
  await countMail(c, email)
  c.executionCtx.waitUntil(sendReset(c, email))
}

async function sendReset(c: RequestContext, email: string): Promise<void> {
  const user = await findUserByEmail(c.var.db, email)
  if (!user?.isActive) return
  const { token, statements } = await newOneTimeToken(c.var.db, {
    purpose: 'reset-password',
    userId: user.id,
    lifetime: LINK_MINUTES * 60,
  })
  await c.var.db.batch(statements)
  const mailer = await mailerOf(c)
  const resetUrl = `/auth/reset-password?token=${token}`
  await mailer.sendPasswordResetEmail({ to: user.email, resetUrl, expiryMinutes: LINK_MINUTES })
}

/**
 * Sets a new password by a link, which also proves the address. Every session ends, and every code on its way.
 * @throws HttpError `validation_failed`, `invalid_token` for a link that is unknown, used or expired; `rate_limited`
 */
export async function resetPassword(c: RequestContext, token: string, password: string): Promise<void> {
  await requireGoodPassword(password)
  const { db } = c.var
  const attempt = await takeAttempt(db, [failuresFrom(c, 'reset-password')])
  const userId = await redeem(db, token, 'reset-password')
  if (userId === null) {
    await failAttempt(db, attempt)
    throw new HttpError('invalid_token', t('This link is not one of ours, or was used before, or has expired.'))
  }
  const passwordHash = await hashPassword(password)
  await db.batch([
    db.update(users).set({ passwordHash, emailVerified: true, updatedAt: Date.now() }).where(eq(users.id, userId)),
    revokeSessionsOf(db, userId),
    forgetTokens(db, userId, ['reset-password', 'verify-email', 'sign-in']),
    forgiveStatement(db, attempt),
  ])
  await emit(c, 'user:update', { actor: userId, id: userId })
}

/**
 * Changes the caller's own password. All their other sessions end.
 * @throws HttpError `validation_failed`, `invalid_credentials`, `rate_limited`
 */
export async function changePassword(c: RequestContext, current: string, password: string): Promise<void> {
  const { sessionId } = requireSession(c)
  await requireGoodPassword(password)
  const { db } = c.var
  const { user, forgiven } = await proveAgain(c, current)
  const passwordHash = await hashPassword(password)
  await db.batch([
    db.update(users).set({ passwordHash, updatedAt: Date.now() }).where(eq(users.id, user.id)),
    revokeSessionsOf(db, user.id, sessionId),
    forgetTokens(db, user.id, ['reset-password', 'sign-in']),
    forgiven,
  ])
  await emit(c, 'user:update', { id: user.id })
}

/**
 * Asks the caller for the password once more, before something that a stolen session must not do.
 * @returns the caller's account, and a statement for the batch that follows
 * @throws HttpError `invalid_credentials`, `rate_limited`
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

async function requireGoodPassword(password: string): Promise<void> {
  const errors = await passwordErrors(password)
  if (errors.length > 0) throw new HttpError('validation_failed', t('Choose another password.'), { errors })
}
