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
import { newOneTimeToken, redeem } from './one-time-tokens.ts'
import { newPasswordToken } from './password-reset.ts'
import { findUserByEmail, type UserRow } from './users.ts'

/** For how long a link works, in hours (contract, section 4). */
export const LINK_HOURS = 24

/** The address that is to be confirmed, and its account. */
type Unconfirmed = Pick<UserRow, 'id' | 'email'>

/**
 * The mail with the link that verifies an address, for the batch that makes the account or changes its address: it is
 * written only if the account is there with this address by then. `null` where no plugin sends mail.
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

/** Sends the link that verifies an address; does nothing where no plugin sends mail. */
export async function sendVerification(c: RequestContext, user: Unconfirmed): Promise<void> {
  const mail = await prepareVerification(c, user)
  if (mail === null) return
  await c.var.db.batch(mail.statements)
  mail.sendSoon()
}

/**
 * Sends the link again, to an account that still needs it. Nothing tells whether there is one.
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

/** The outcome of following a link. */
export interface Verified {
  /** Sets a password, where what opened the account before was ended; else `null`. */
  readonly passwordToken: string | null
}

/**
 * Uses a link up, and confirms the address (`confirmAddress`).
 * @throws HttpError `invalid_token` for one that is unknown, used or expired; `rate_limited`
 */
export async function verifyEmail(c: RequestContext, token: string): Promise<Verified> {
  const { db } = c.var
  const attempt = await takeAttempt(db, [failuresFrom(c, 'verify-email')])
  const userId = await redeem(db, token, 'verify-email')
  const confirmed = userId === null ? undefined : await confirmAddress(c, userId)
  if (!confirmed) {
    await failAttempt(db, attempt)
    throw new HttpError('invalid_token', t('This link is unknown, has already been used, or has expired.'))
  }
  await forgiveStatement(db, attempt)
  return { passwordToken: confirmed.isClaimed ? await newPasswordToken(db, confirmed.user.id) : null }
}
