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
/** Mails of one kind that anyone may have sent to one mailbox in an hour. */
const MAILS_TO_ONE = 5

/** The kinds of request that ask for a mail. Each counts by itself: who registers a mailbox again and again stops no reset. */
export type MailKind = 'register' | 'reset' | 'verify'

/**
 * Takes a place for checking a password: failures count by email and by address, as the settings say.
 * @throws HttpError `rate_limited`
 */
export function takePasswordAttempt(c: RequestContext, email: string): Promise<Attempt> {
  const limits = [
    { ...failuresFrom(c, 'login'), key: `login:email:${normalizeEmail(email)}` },
    failuresFrom(c, 'login'),
  ]
  return takeAttempt(c.var.db, limits, t('Too many failed attempts to sign in. Try again later.'))
}

/** Number of wrong secrets of a kind that an address on the network may present: as many as wrong passwords. */
export function failuresFrom(c: RequestContext, kind: string): RateLimit {
  const { rateLimitWindow, rateLimitMaxAttempts } = settingsOf(c, settings)
  return { key: `${kind}:ip:${addressKey(clientAddress(c))}`, max: rateLimitMaxAttempts, window: rateLimitWindow }
}

/** Wrong codes of an authenticator app in a day: a guesser who knows the password has one chance in 46 a year. */
const WRONG_APP_CODES_A_DAY = 20

/** Number of wrong codes that may be presented for one account, from wherever. */
export function failuresOfApp(userId: string): RateLimit {
  return { key: `app-code:user:${userId}`, max: WRONG_APP_CODES_A_DAY, window: 24 * HOUR }
}

/**
 * Counts a request that sends mail to whatever address the caller names, whether or not there is an account.
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
