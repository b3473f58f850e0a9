import { and, eq, exists, type SQL } from 'drizzle-orm'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import {
  afterResponse,
  emit,
  failAttempt,
  findService,
  forgiveStatement,
  HttpError,
  hashPassword,
  message,
  passwordErrors,
  type RequestContext,
  t,
  takeAttempt,
  users,
} from 'lintel/kit'
import { endCredentials, forgetConfirmations } from './credentials.ts'
import { countMail, failuresFrom } from './limits.ts'
import { mailerOf, withMail } from './mailer.ts'
import { isStillGood, newOneTimeToken, redeem } from './one-time-tokens.ts'
import { proveAgain } from './prove-again.ts'
import { requireSession } from './require-session.ts'
import { batchUnlessChanged, reliedOn } from './unless-changed.ts'
import { findUser, findUserByEmail, type UserRow } from './users.ts'

/** Time for which a link works, in minutes. */
const LINK_MINUTES = 60

/** Response to everybody who requests a link. */
export const LINK_SENT = message('If there is an account with this address, an email with a link is on its way.')

/**
 * Sends a link for setting a new password. Neither the response nor its timing reveals whether there is an account.
 * @throws HttpError `rate_limited`, `not_configured`
 */
export async function requestReset(c: RequestContext, email: string): Promise<void> {
  await mailerOf(c)
  await countMail(c, 'reset', email)
  afterResponse(c, () => sendReset(c, email))
}

async function sendReset(c: RequestContext, email: string): Promise<void> {
  const { db } = c.var
  const user = await findUserByEmail(db, email)
  if (!user?.isActive) return
  const mailer = await mailerOf(c)
  const isSame = and(eq(users.id, user.id), eq(users.email, user.email), eq(users.isActive, true))
  const onlyIf = exists(db.select({ id: users.id }).from(users).where(isSame))
  const { token, statements } = await preparePasswordToken(db, user.id, LINK_MINUTES, onlyIf)
  const resetUrl = `/auth/reset-password?token=${token}`
  const values = { to: user.email, resetUrl, expiryMinutes: LINK_MINUTES }
  await withMail(c, statements, await mailer.prepare('password-reset', values, onlyIf))
}

/**
 * Creates a token that sets a password once, and the statements for the batch that stores it.
 * @param minutes lifetime of the token
 * @param onlyIf a condition that must hold in the database for the token to be stored. Default: none
 */
export function preparePasswordToken(
  db: DrizzleD1Database,
  userId: string,
  minutes: number = LINK_MINUTES,
  onlyIf?: SQL,
) {
  const condition = onlyIf === undefined ? {} : { onlyIf }
  return newOneTimeToken(db, { purpose: 'reset-password', userId, lifetime: minutes * 60, ...condition })
}

/**
 * Makes and stores a token that sets a password once.
 * @throws HttpError `conflict` if the account is being changed
 */
export async function newPasswordToken(c: RequestContext, account: UserRow): Promise<string> {
  const { token, statements } = await preparePasswordToken(c.var.db, account.id)
  await batchUnlessChanged(c, { account }, statements)
  return token
}

/**
 * Sets a new password with the token from a link, which also proves the address. Ends all sessions, API tokens,
 * passkeys, and pending links and codes; if the address was not confirmed before, also the linked sign-ins at
 * providers.
 * @throws HttpError `validation_failed`, `invalid_token` for a link that is unknown, used or expired; `rate_limited`;
 * `conflict` if the account is being changed
 */
export async function resetPassword(c: RequestContext, token: string, password: string): Promise<void> {
  await requireGoodPassword(password)
  const { db } = c.var
  const attempt = await takeAttempt(db, [failuresFrom(c, 'reset-password')])
  const userId = await redeem(db, token, 'reset-password')
  if (userId === null) {
    await failAttempt(db, attempt)
    throw unknownLink()
  }
  const passwordHash = await hashPassword(password)
  const before = await findUser(db, userId)
  if (!before) throw unknownLink()
  const change = [
    db.update(users).set({ passwordHash, emailVerified: true, updatedAt: Date.now() }).where(eq(users.id, userId)),
    // Linked identities stay if the address was confirmed before: then the provider has vouched that the address is the
    // person's, as this email does. A provider has not vouched for an address that was set later.
    ...(await endCredentials(c, userId, { identities: before.emailVerified })),
    forgetConfirmations(db, userId),
    forgiveStatement(db, attempt),
  ] as const
  await withMail(c, change, await prepareNotice(c, before), {
    account: before,
    onlyIf: await isStillGood(db, token),
  })
  await emit(c, 'user:update', { actor: userId, id: userId })
}

function unknownLink(): HttpError {
  return new HttpError('invalid_token', t('This link is unknown, has already been used, or has expired.'))
}

export interface PasswordChange {
  readonly current: string
  readonly password: string
  /** True if API tokens stay valid. */
  readonly keepsTokens: boolean
}

/**
 * Changes the caller's own password. Ends all their other sessions, all pending links and codes and, unless
 * `keepsTokens` is true, their API tokens.
 * @throws HttpError `validation_failed`, `invalid_credentials`, `rate_limited`; `conflict` if the account is being
 * changed
 */
export async function changePassword(c: RequestContext, change: PasswordChange): Promise<void> {
  const { sessionId } = requireSession(c)
  await requireGoodPassword(change.password)
  const { db } = c.var
  const { user, forgiven } = await proveAgain(c, change.current)
  const passwordHash = await hashPassword(change.password)
  const writes = [
    db.update(users).set({ passwordHash, updatedAt: Date.now() }).where(eq(users.id, user.id)),
    ...(await endCredentials(c, user.id, {
      session: sessionId,
      apiTokens: change.keepsTokens,
      passkeys: true,
      identities: true,
    })),
    forgiven,
  ] as const
  await withMail(c, writes, await prepareNotice(c, user), reliedOn(c, user))
  await emit(c, 'user:update', { id: user.id })
}

/**
 * Prepares the email about the change, so that somebody with a stolen session cannot change the password secretly. The
 * first password needs no email.
 */
async function prepareNotice(c: RequestContext, user: UserRow) {
  if (!user.passwordHash) return null
  const mailer = await findService(c, 'email')
  const name = user.firstName === null ? {} : { name: user.firstName }
  return mailer?.prepare('password-changed', { to: user.email, ...name, resetUrl: '/auth/forgot-password' })
}

async function requireGoodPassword(password: string): Promise<void> {
  const errors = await passwordErrors(password)
  if (errors.length > 0) throw new HttpError('validation_failed', t('Choose another password.'), { errors })
}
