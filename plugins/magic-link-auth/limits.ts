import { addressKey, clientAddress, countRequest, type RateLimit, type RequestContext, settingsOf, t } from 'lintel/kit'
import { settings } from './settings.ts'

const HOUR = 3600
/**
 * Assumed number of people who share a network address, such as those in an office, and request links in the same hour.
 */
const PEOPLE_BEHIND_ONE_ADDRESS = 20
/** Maximum number of invalid links that one network address may open in an hour. */
const WRONG_LINKS = 100

/**
 * Counts a request for a link by its email and by its network address, whether or not there is an account.
 * @param email trimmed, in lower case
 * @throws HttpError `rate_limited`
 */
export function countLink(c: RequestContext, email: string): Promise<void> {
  const { rateLimitPerHour } = settingsOf(c, settings)
  return countRequest(
    c.var.db,
    [
      { key: `magic-link:email:${email}`, max: rateLimitPerHour, window: HOUR },
      { key: keyOfCaller(c, 'magic-link'), max: rateLimitPerHour * PEOPLE_BEHIND_ONE_ADDRESS, window: HOUR },
    ],
    t('Too many sign-in links were requested. Try again later.'),
  )
}

/**
 * Returns the limit for guessing links. Tokens have 244 random bits and cannot be guessed; the limit reduces the load
 * on the database.
 */
export function wrongLinks(c: RequestContext): RateLimit {
  return { key: keyOfCaller(c, 'magic-link-verify'), max: WRONG_LINKS, window: HOUR }
}

function keyOfCaller(c: RequestContext, kind: string): string {
  return `${kind}:ip:${addressKey(clientAddress(c))}`
}
