import { and, type SQL } from 'drizzle-orm'
import { countRequest, type RequestContext, t } from 'lintel/kit'
import { hasApp, ifApp } from './authenticator/app.ts'
import { mailerOf, withMail } from './mailer.ts'
import { newAppChallenge, newCode } from './one-time-tokens.ts'
import { batchUnlessChanged } from './unless-changed.ts'
import type { UserRow } from './users.ts'

/** Response to a passed first factor if the account has a second factor. */
export interface Challenge {
  /** `otp`: a code was sent by email. `totp`: the authenticator app shows the code. */
  readonly challenge: 'otp' | 'totp'
  /** Token that must be sent with the code; neither works without the other. */
  readonly challengeToken: string
}

/** Time for which a code works, in minutes. */
const CODE_MINUTES = 10
/**
 * Maximum number of codes for one account in an hour. Each allows five tries, so an attacker has a 1 in 20,000 chance
 * of guessing one within an hour.
 */
const CODES_AN_HOUR = 10

/** Time within which a code of the authenticator app must be entered, in minutes. */
const APP_MINUTES = 10

/**
 * Starts the check of the second factor for a user who has passed the first: with the authenticator app, if there is
 * one, or with a code sent by email.
 * @param onlyIf a condition that must still hold in the database. Default: none
 * @throws HttpError `conflict` if the account is being changed; for a code by email also `rate_limited`, and
 * `not_configured` if no plugin sends mail
 */
export async function challengeUser(c: RequestContext, user: UserRow, onlyIf?: SQL): Promise<Challenge> {
  if (!(await hasApp(c.var.db, user.id))) return sendChallenge(c, user, onlyIf)
  const { token, statements } = await newAppChallenge(c.var.db, user.id, APP_MINUTES * 60)
  await batchUnlessChanged(c, { account: user, onlyIf: and(ifApp(c.var.db, user.id, true), onlyIf) }, statements)
  return { challenge: 'totp', challengeToken: token }
}

/**
 * Sends a code to a user who has passed the first factor.
 * @throws HttpError `rate_limited`, `not_configured` if no plugin sends mail, `conflict` if the account is being
 * changed
 */
async function sendChallenge(c: RequestContext, user: UserRow, onlyIf: SQL | undefined): Promise<Challenge> {
  const mailer = await mailerOf(c)
  const limit = { key: `code:user:${user.id}`, max: CODES_AN_HOUR, window: 3600 }
  await countRequest(c.var.db, [limit], t('Too many codes were sent. Try again later.'))
  const { token, code, statements } = await newCode(c.var.db, user.id, CODE_MINUTES * 60)
  const mail = await mailer.prepare('one-time-code', { to: user.email, code, expiryMinutes: CODE_MINUTES })
  await withMail(c, statements, mail, { account: user, onlyIf: and(ifApp(c.var.db, user.id, false), onlyIf) })
  return { challenge: 'otp', challengeToken: token }
}
