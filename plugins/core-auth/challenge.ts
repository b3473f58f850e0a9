import { countRequest, type RequestContext, t } from 'lintel/kit'
import { mailerOf, withMail } from './mailer.ts'
import { newCode } from './one-time-tokens.ts'
import type { UserRow } from './users.ts'

/** Response to a right password where a second factor is on (contract, section 4). */
export interface Challenge {
  readonly challenge: 'otp'
  /** Belongs to the code that was sent; useless without it. */
  readonly challengeToken: string
}

/** For how long a code works, in minutes (contract, section 4). */
const CODE_MINUTES = 10
/** Codes in an hour, each with five tries: at most one guess in twenty thousand comes true. */
const CODES_AN_HOUR = 10

/**
 * Sends a code to a user who knew the password.
 * @throws HttpError `rate_limited`, or `not_configured` where no plugin sends mail
 */
export async function sendChallenge(c: RequestContext, user: UserRow): Promise<Challenge> {
  const mailer = await mailerOf(c)
  const limit = { key: `code:user:${user.id}`, max: CODES_AN_HOUR, window: 3600 }
  await countRequest(c.var.db, [limit], t('Too many codes were sent. Try again later.'))
  const { token, code, statements } = await newCode(c.var.db, user.id, CODE_MINUTES * 60)
  const mail = await mailer.prepare('one-time-code', { to: user.email, code, expiryMinutes: CODE_MINUTES })
  await withMail(c, statements, mail)
  return { challenge: 'otp', challengeToken: token }
}
