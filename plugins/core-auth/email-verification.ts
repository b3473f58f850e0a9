import { eq } from 'drizzle-orm'
import {
  emit,
  failAttempt,
  findService,
  forgiveStatement,
  HttpError,
  type RequestContext,
  t,
  takeAttempt,
  users,
} from 'lintel/kit'
import { countMail, failuresFrom } from './limits.ts'
import { mailerOf } from './mailer.ts'
import { newOneTimeToken, redeem } from './one-time-tokens.ts'
import { findUserByEmail, type UserRow } from './users.ts'

/** For how long a link works, in hours (contract, section 4). */
const LINK_HOURS = 24

/** Sends the link that verifies an address; does nothing where no plugin sends mail. */
export async function sendVerification(c: RequestContext, user: UserRow): Promise<void> {
  const mailer = await findService(c, 'email')
  if (mailer === null) return
  const { token, statements } = await newOneTimeToken(c.var.db, {
    purpose: 'verify-email',
    userId: user.id,
    lifetime: LINK_HOURS * 3600,
  })
  await c.var.db.batch(statements)
  await mailer.sendVerificationEmail({
    to: user.email,
    verificationUrl: `/auth/verify-email?token=${token}`,
    expiryHours: LINK_HOURS,
  })
}

/**
 * Sends the link again, to an account that still needs it. Nothing tells whether there is one.
 * @throws HttpError `rate_limited`, `not_configured`
 */
export async function sendVerificationAgain(c: RequestContext, email: string): Promise<void> {
  await mailerOf(c)
  await countMail(c, email)
  c.executionCtx.waitUntil(
    findUserByEmail(c.var.db, email).then((user) =>
      user?.isActive && !user.emailVerified ? sendVerification(c, user) : undefined,
    ),
  )
}

/**
 * Uses a link up.
 * @throws HttpError `invalid_token` for one that is unknown, used or expired; `rate_limited`
 */
export async function verifyEmail(c: RequestContext, token: string): Promise<void> {
  const attempt = await takeAttempt(c.var.db, [failuresFrom(c, 'verify-email')])
  const userId = await redeem(c.var.db, token, 'verify-email')
  if (userId === null) {
    await failAttempt(c.var.db, attempt)
    throw new HttpError('invalid_token', t('This link is not one of ours, or was used before, or has expired.'))
  }
  await c.var.db.batch([
    c.var.db.update(users).set({ emailVerified: true, updatedAt: Date.now() }).where(eq(users.id, userId)),
    forgiveStatement(c.var.db, attempt),
  ])
  const [before, after] = [{ emailVerified: false }, { emailVerified: true }]
  await emit(c, 'user:update', { actor: userId, id: userId, before, after })
}
