const MINUTE = 60_000

/**
 * Time after which an attempt counts as lost, and the next one may begin, in milliseconds: longer than every provider's
 * timeout.
 */
export const LEASE = 2 * MINUTE

/** Maximum number of attempts. With the waits below, they span about 13 hours. */
export const MAX_ATTEMPTS = 12

/** Default time within which a message is still useful, in milliseconds. */
export const DEFAULT_LIFETIME = 24 * 60 * MINUTE

/**
 * Returns the wait before the next attempt, in milliseconds: a minute, then twice as long each time, up to three hours;
 * longer if the provider asks for it, but never more than six hours.
 */
export function backoff(attempts: number, retryAfter: number | undefined): number {
  const wait = Math.min(MINUTE * 2 ** (attempts - 1), 180 * MINUTE)
  return Math.max(wait, Math.min((retryAfter ?? 0) * 1000, 360 * MINUTE))
}
