import { and, eq, gt, inArray, lte, or, sql } from 'drizzle-orm'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import { HttpError } from '../common/errors.ts'
import { sha256 } from '../common/hash.ts'
import { uuidv7 } from '../common/uuidv7.ts'
import { limitedAttempts } from '../database/tables.ts'
import { t } from '../messages/messages.ts'

/** Number of attempts allowed in a window. An attempt must be within all of its limits. */
export interface RateLimit {
  /**
   * Key that attempts are counted by, prefixed with the limited action: `login:email:ann@example.com`. Stored as its
   * SHA-256.
   */
  readonly key: string
  /** Attempts in a window. */
  readonly max: number
  /** In seconds. */
  readonly window: number
}

/** An attempt that was let through. */
export interface Attempt {
  readonly id: string
  /** SHA-256 of each limit's key, in their order. */
  readonly buckets: readonly string[]
}

/** A check that takes longer has died with its isolate, and counts as failed. Milliseconds. */
const CHECK_TAKES_AT_MOST = 10_000
/** Longest time that an attempt waits for the outcome of others, in milliseconds. */
const WAITS_AT_MOST = 10_000

/**
 * Counts a request against limits, whatever comes of it: for what costs something each time, such as a mail. Atomic,
 * however many arrive at once, and kept in the database.
 * @throws HttpError `rate_limited` with `Retry-After`
 */
export async function countRequest(
  db: DrizzleD1Database,
  limits: readonly RateLimit[],
  detail?: string,
): Promise<void> {
  const attempt = await newAttempt(limits)
  const { taken, retryAt } = await tryToTake(db, attempt, limits, true)
  if (!taken) throw tooMany(retryAt === null ? 1 : secondsUntil(retryAt), detail)
}

/**
 * Takes one of the attempts that are left, for a check of a secret. Attempts that are being checked hold their place, so
 * however many arrive at once, no more than the limit can fail; those that find no place wait until one is decided. End
 * it with `failAttempt` or `forgiveStatement`.
 * @throws HttpError `rate_limited` when the failures of a window have used up its limit, with `Retry-After`
 */
export async function takeAttempt(
  db: DrizzleD1Database,
  limits: readonly RateLimit[],
  detail?: string,
): Promise<Attempt> {
  const attempt = await newAttempt(limits)
  const giveUpAt = Date.now() + WAITS_AT_MOST
  for (let pause = 40; ; pause = Math.min(pause * 1.5, 500)) {
    const { taken, retryAt } = await tryToTake(db, attempt, limits, false)
    if (taken) return attempt
    if (retryAt !== null) throw tooMany(secondsUntil(retryAt), detail)
    if (Date.now() + pause > giveUpAt) throw tooMany(1, detail)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Writes down that the attempt failed. */
export async function failAttempt(db: DrizzleD1Database, { id }: Attempt): Promise<void> {
  await db.update(limitedAttempts).set({ failed: true }).where(eq(limitedAttempts.id, id))
}

/**
 * For the batch that acts on success: the attempt does not count, nor do earlier failures that share every one of its
 * limits, such as slips of the same person at the same address. Where those have limits of their own besides, they go on
 * counting there: a success for one account must not forgive guesses at another's.
 */
export function forgiveStatement(db: DrizzleD1Database, { id, buckets }: Attempt) {
  const alike = buckets.map((bucket) =>
    inArray(
      limitedAttempts.id,
      db
        .select({ id: limitedAttempts.id })
        .from(limitedAttempts)
        .where(and(eq(limitedAttempts.bucket, bucket), eq(limitedAttempts.failed, true))),
    ),
  )
  const earlier = and(inArray(limitedAttempts.bucket, [...buckets]), ...alike)
  return db.delete(limitedAttempts).where(or(eq(limitedAttempts.id, id), earlier))
}

/**
 * A caller's address as limits count it. Who hands out IPv6 addresses hands out 2^64 at a time: they count as one, however they
 * are written. An IPv4 address in one of IPv6 (RFC 4291, section 2.5.5.2) is that IPv4 address.
 */
export function addressKey(address: string | null): string {
  if (address === null) return 'unknown'
  if (!address.includes(':')) return address
  const words = wordsOf(address)
  if (words.length !== 8 || words.some((word) => Number.isNaN(word))) return address
  const [high = 0, low = 0] = words.slice(6)
  if (words.slice(0, 5).every((word) => word === 0) && words[5] === 0xffff) {
    return [high >> 8, high & 0xff, low >> 8, low & 0xff].join('.')
  }
  return `${words
    .slice(0, 4)
    .map((word) => word.toString(16))
    .join(':')}::/64`
}

/** The eight words of an IPv6 address, whose last two may be written as IPv4; others where it is none. */
function wordsOf(address: string): number[] {
  const hex = address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_, ...bytes: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = bytes.slice(0, 4).map(Number)
    return `${((a << 8) | b).toString(16)}:${((c << 8) | d).toString(16)}`
  })
  const [head = '', tail] = hex.split('::')
  const read = (part: string) => (part === '' ? [] : part.split(':').map((word) => Number.parseInt(word, 16)))
  if (tail === undefined) return read(head)
  const [start, end] = [read(head), read(tail)]
  return [...start, ...Array.from({ length: Math.max(0, 8 - start.length - end.length) }, () => 0), ...end]
}

async function newAttempt(limits: readonly RateLimit[]): Promise<Attempt> {
  return { id: uuidv7(), buckets: await Promise.all(limits.map(({ key }) => sha256(key))) }
}

/** One transaction: the insert counts and takes in a single statement, so nobody comes in between. */
async function tryToTake(
  db: DrizzleD1Database,
  { id, buckets }: Attempt,
  limits: readonly RateLimit[],
  failed: boolean,
) {
  const now = Date.now()
  const rows = limits.map(({ max, window }, index) => ({ bucket: buckets[index], max, window: window * 1000 }))
  const decided = or(eq(limitedAttempts.failed, true), lte(limitedAttempts.attemptedAt, now - CHECK_TAKES_AT_MOST))
  const [, taken, failures] = await db.batch([
    db.delete(limitedAttempts).where(lte(limitedAttempts.expiresAt, now)),
    db
      .insert(limitedAttempts)
      .select(sql`
        SELECT ${id}, "wanted"."value" ->> 'bucket', ${now}, ${now} + ("wanted"."value" ->> 'window'), ${Number(failed)}
        FROM json_each(${JSON.stringify(rows)}) AS "wanted"
        WHERE NOT EXISTS (
          SELECT 1 FROM json_each(${JSON.stringify(rows)}) AS "limit"
          WHERE (
            SELECT count(*) FROM ${limitedAttempts} WHERE ${limitedAttempts.bucket} = "limit"."value" ->> 'bucket'
          ) >= "limit"."value" ->> 'max'
        )`)
      .returning({ id: limitedAttempts.id }),
    db
      .select({ bucket: limitedAttempts.bucket, expiresAt: limitedAttempts.expiresAt })
      .from(limitedAttempts)
      .where(and(inArray(limitedAttempts.bucket, [...buckets]), gt(limitedAttempts.expiresAt, now), decided))
      .orderBy(limitedAttempts.expiresAt),
  ])
  return { taken: taken.length > 0, retryAt: nextPlace(rows, failures) }
}

/** Time at which the next attempt is allowed; `null` while attempts that count are still being checked. */
function nextPlace(
  rows: readonly { readonly bucket: string | undefined; readonly max: number }[],
  failures: readonly { readonly bucket: string; readonly expiresAt: number }[],
): number | null {
  const full = rows.flatMap(({ bucket, max }) => {
    const own = failures.filter((failure) => failure.bucket === bucket)
    return own.length >= max ? [own[own.length - max]?.expiresAt ?? 0] : []
  })
  return full.length === 0 ? null : Math.max(...full)
}

function secondsUntil(time: number): number {
  return Math.max(1, Math.ceil((time - Date.now()) / 1000))
}

function tooMany(seconds: number, detail = t('Too many requests. Try again later.')): HttpError {
  return new HttpError('rate_limited', detail, { headers: { 'Retry-After': String(seconds) } })
}
