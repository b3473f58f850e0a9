import {
  afterResponse,
  failAttempt,
  findService,
  forgiveStatement,
  HttpError,
  type RequestContext,
  t,
  takeAttempt,
} from 'lintel/kit'
import { confirmAddress } from './confirm-address.ts'
import { countMail, failuresFrom } from './limits.ts'
import { isAccount, mailerOf } from './mailer.ts'
import { isStillGood, newOneTimeToken, redeem } from './one-time-tokens.ts'
import { newPasswordToken } from './password-reset.ts'
import { findUserByEmail, type UserRow } from './users.ts'

/** Time for which a link works, in hours. */
export const LINK_HOURS = 24

/** An account whose address is not confirmed yet. */
type Unconfirmed = Pick<UserRow, 'id' | 'email'>

/**
 * Prepares the email with the link that verifies an address, for the batch that creates the account or changes its
 * address. The email is stored only if the account has this address when the batch runs. Returns `null` if no email can
 * be sent.
 */
export async function prepareVerification(c: RequestContext, { id, email }: Unconfirmed) {
  const mailer = await findService(c, 'email')
  if (mailer === null) return null
  const onlyIf = isAccount(c, id, email)
  const { token, statements } = await newOneTimeToken(c.var.db, {
    purpose: 'verify-email',
    userId: id,
    lifetime: LINK_HOURS * 3600,
    onlyIf,
  })
  const verificationUrl = `/auth/verify-email?token=${token}`
  const mail = await mailer.prepare('verification', { to: email, verificationUrl, expiryHours: LINK_HOURS }, onlyIf)
  return mail && { statements: [...statements, mail.statement] as const, sendSoon: mail.sendSoon }
}

/** Sends the link that verifies an address; does nothing if no plugin sends mail. */
export async function sendVerification(c: RequestContext, user: Unconfirmed): Promise<void> {
  const mail = await prepareVerification(c, user)
  if (mail === null) return
  await c.var.db.batch(mail.statements)
  mail.sendSoon()
}

/**
 * Sends the link again if an account with this email still needs it. The response does not reveal whether such an
 * account exists.
 * @throws HttpError `rate_limited`, `not_configured`
 */
export async function sendVerificationAgain(c: RequestContext, email: string): Promise<void> {
  await mailerOf(c)
  await countMail(c, 'verify', email)
  afterResponse(c, async () => {
    const user = await findUserByEmail(c.var.db, email)
    if (user?.isActive && !user.emailVerified) await sendVerification(c, user)
  })
}

/** Outcome of opening a confirmation link. */
export interface Verified {
  /** Token that sets a password; `null` unless the account's earlier credentials were ended. */
  readonly passwordToken: string | null
}

/**
 * Uses up a link, and confirms the address (`confirmAddress`).
 * @throws HttpError `invalid_token` for a link that is unknown, used or expired; `rate_limited`; `conflict` if the
 * account is being changed
 */
export async function verifyEmail(c: RequestContext, token: string): Promise<Verified> {
  const { db } = c.var
  const attempt = await takeAttempt(db, [failuresFrom(c, 'verify-email')])
  const userId = await redeem(db, token, 'verify-email')
  const confirmed = userId === null ? undefined : await confirmAddress(c, userId, await isStillGood(db, token))
  if (!confirmed) {
    await failAttempt(db, attempt)
    throw new HttpError('invalid_token', t('This link is unknown, has already been used, or has expired.'))
  }
  await forgiveStatement(db, attempt)
  return { passwordToken: confirmed.isClaimed ? await newPasswordToken(c, confirmed.user) : null }
}
