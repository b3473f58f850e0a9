const FACTOR = 4
const MAX_WAIT = 86_400_000
/**
 * Fraction by which a wait is randomly shorter or longer, so that deliveries that failed together are not retried
 * together.
 */
const JITTER = 0.2

/**
 * Returns the wait before an attempt, in milliseconds.
 * @param attempt number of the attempt: 2 for the first one after a failure
 * @param firstWait seconds before the second attempt
 * @param random from 0 up to 1
 */
export function waitBefore(attempt: number, firstWait: number, random: number): number {
  const wait = Math.min(firstWait * 1000 * FACTOR ** (attempt - 2), MAX_WAIT)
  return Math.round(wait * (1 - JITTER + 2 * JITTER * random))
}
