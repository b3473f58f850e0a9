import { createRandom, hash128, type Random } from './random.ts'

/**
 * First moment of sample data, and the number of days that it spans. Both are fixed, so that the same seed gives the
 * same times.
 */
const SINCE = Date.UTC(2024, 6, 1)
const DAYS = 730
const DAY = 86_400_000

/** Id and creation time of a document, an account or a file. */
export interface Identity {
  /** A UUID of version 7 (RFC 9562), which contains the creation time. */
  readonly id: string
  /** Creation time in milliseconds since the epoch. */
  readonly createdAt: number
}

/** Number of entries after which half of the span has passed: early ones are far apart, as on a site that grows. */
const HALF = 60

/**
 * Returns the identity for a seed, a collection and a position, always the same; a higher position means a later time.
 */
export function identityOf(seed: number, collection: string, position: number): Identity {
  const key = [seed, collection, position]
  const [a, b, c, d] = hash128([...key, 'id'])
  const from = timeAt(position)
  const createdAt = Math.floor(from + createRandom([...key, 'time']).next() * (timeAt(position + 1) - from))
  const time = hex(createdAt, 12)
  const variant = hex(0x8000 | (b & 0x3fff), 4)
  const id = `${time.slice(0, 8)}-${time.slice(8)}-7${hex(a & 0xfff, 3)}-${variant}-${hex(c, 8)}${hex(d & 0xffff, 4)}`
  return { id, createdAt }
}

/**
 * Returns a time that rises with the position, but stays within the span. Existing entries keep their time, however
 * many are added.
 */
function timeAt(position: number): number {
  return SINCE + DAYS * DAY * (position / (position + HALF))
}

/** Returns a random time within the span of sample data. */
export function momentIn(random: Random): number {
  return SINCE + Math.floor(random.next() * DAYS * DAY)
}

/**
 * Returns a time up to 30 days after another one.
 * @param part fraction of the 30 days, from 0 to 1
 */
export function laterThan(time: number, part: number): number {
  return time + Math.floor(part * 30 * DAY)
}

/** Returns a time in the distant future, so that scheduled documents stay scheduled. */
export function farAway(part: number): number {
  return Date.UTC(2090, 0, 1) + Math.floor(part * 365) * DAY
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0').slice(-digits)
}
