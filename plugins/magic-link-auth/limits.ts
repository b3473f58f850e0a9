import { addressKey, clientAddress, countRequest, type RateLimit, type RequestContext, settingsOf, t } from 'lintel/kit'
import { settings } from './settings.ts'

const HOUR = 3600
/** People who share an address on the network, such as those of an office, and ask for links in the same hour. */
const PEOPLE_BEHIND_ONE_ADDRESS = 20
/** Links that do not work which an address on the network may open in an hour. */
const WRONG_LINKS = 100

/**
 * Counts a request for a link by its email and by where it comes from, whether or not there is an account.
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

/** A limit on guessing. Tokens have 244 random bits, so it is for the database's sake. */
export function wrongLinks(c: RequestContext): RateLimit {
  return { key: keyOfCaller(c, 'magic-link-verify'), max: WRONG_LINKS, window: HOUR }
}

function keyOfCaller(c: RequestContext, kind: string): string {
  return `${kind}:ip:${addressKey(clientAddress(c))}`
}
