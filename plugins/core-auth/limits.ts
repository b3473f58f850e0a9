import {
  type Attempt,
  addressKey,
  clientAddress,
  countRequest,
  type RateLimit,
  type RequestContext,
  settingsOf,
  t,
  takeAttempt,
} from 'lintel/kit'
import { settings } from './settings.ts'
import { normalizeEmail } from './users.ts'

const HOUR = 3600
/** Maximum number of emails of one kind to one address in an hour. */
const MAILS_TO_ONE = 5

/**
 * Kinds of requests that send an email. Each kind is counted separately: many registrations with one address do not
 * block a password reset.
 */
export type MailKind = 'register' | 'reset' | 'verify'

/**
 * Counts an attempt to check a password: failures are counted by email and by network address, as the settings say.
 * @throws HttpError `rate_limited`
 */
export function takePasswordAttempt(c: RequestContext, email: string): Promise<Attempt> {
  const limits = [
    { ...failuresFrom(c, 'login'), key: `login:email:${normalizeEmail(email)}` },
    failuresFrom(c, 'login'),
  ]
  return takeAttempt(c.var.db, limits, t('Too many failed attempts to sign in. Try again later.'))
}

/** Returns the limit for wrong secrets of one kind from one network address: the same number as for wrong passwords. */
export function failuresFrom(c: RequestContext, kind: string): RateLimit {
  const { rateLimitWindow, rateLimitMaxAttempts } = settingsOf(c, settings)
  return { key: `${kind}:ip:${addressKey(clientAddress(c))}`, max: rateLimitMaxAttempts, window: rateLimitWindow }
}

/**
 * Maximum number of wrong authenticator-app codes for one account in a day. Three codes are valid at any time
 * (`DRIFT`), so an attacker who knows the password has a 1 in 46 chance of guessing one within a year.
 */
const WRONG_APP_CODES_A_DAY = 20

/** Returns the limit for wrong authenticator-app codes for one account, from all network addresses together. */
export function failuresOfApp(userId: string): RateLimit {
  return { key: `app-code:user:${userId}`, max: WRONG_APP_CODES_A_DAY, window: 24 * HOUR }
}

/**
 * Counts a request that sends an email to an address that the caller chooses, whether or not an account has this
 * address.
 * @throws HttpError `rate_limited`
 */
export function countMail(c: RequestContext, kind: MailKind, email: string): Promise<void> {
  return countRequest(
    c.var.db,
    [
      { key: `mail:${kind}:to:${normalizeEmail(email)}`, max: MAILS_TO_ONE, window: HOUR },
      {
        key: `mail:ip:${addressKey(clientAddress(c))}`,
        max: settingsOf(c, settings).mailsPerAddress,
        window: HOUR,
      },
    ],
    t('Too many emails were requested. Try again later.'),
  )
}
