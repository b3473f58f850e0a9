const MINUTE = 60_000

/** Time that a try may take before it is taken for dead, and the next one may begin. Beyond every provider's timeout. */
export const LEASE = 2 * MINUTE

/** Number of times that a message is tried. With the waits below, over about 13 hours. */
export const MAX_ATTEMPTS = 12

/** Time for which a message without an end of its own is worth sending. */
export const DEFAULT_LIFETIME = 24 * 60 * MINUTE

/**
 * Computes the wait before the next try, in milliseconds: a minute, then twice as long each time, up to three hours;
 * longer where the provider asks for it, but never more than six.
 */
export function backoff(attempts: number, retryAfter: number | undefined): number {
  const wait = Math.min(MINUTE * 2 ** (attempts - 1), 180 * MINUTE)
  return Math.max(wait, Math.min((retryAfter ?? 0) * 1000, 360 * MINUTE))
}
