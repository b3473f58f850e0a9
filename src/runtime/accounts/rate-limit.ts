import { and, eq, gt, inArray, lte, or, sql } from 'drizzle-orm'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import { t } from '../../messages/translate.ts'
import { HttpError } from '../common/errors.ts'
import { sha256 } from '../common/hash.ts'
import { uuidv7 } from '../common/uuidv7.ts'
import { limitedAttempts } from '../database/tables.ts'

/** A limit on the number of attempts in a window. An attempt must be within all of its limits. */
export interface RateLimit {
  /**
   * Key by which attempts are counted, prefixed with the limited action: `login:email:ann@example.com`. Only its
   * SHA-256 is stored.
   */
  readonly key: string
  /** Maximum number of attempts in a window. */
  readonly max: number
  /** Length of the window in seconds. */
  readonly window: number
}

/** An attempt within its limits. */
export interface Attempt {
  readonly id: string
  /** SHA-256 of each limit's key, in order. */
  readonly buckets: readonly string[]
}

/**
 * Maximum duration of a check, in milliseconds. A check that takes longer has been lost with its isolate, and counts as
 * failed.
 */
const CHECK_TAKES_AT_MOST = 10_000
/** Maximum time that an attempt waits for the outcome of other attempts, in milliseconds. */
const WAITS_AT_MOST = 10_000

/**
 * Counts a request against limits, whatever its outcome, for actions that cost something each time, such as sending an
 * email. Counting is atomic for concurrent requests and stored in the database.
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
 * Reserves one of the remaining attempts for checking a secret. Attempts that are being checked keep their reservation,
 * so that concurrent attempts cannot exceed the limit. If no attempt is free, waits until the outcome of another one is
 * known. Finish the attempt with `failAttempt` or `forgiveStatement`.
 * @throws HttpError `rate_limited` with `Retry-After` if failures have used up the limit of the window, or no attempt
 * is free within `WAITS_AT_MOST`
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

/** Records that the attempt failed. */
export async function failAttempt(db: DrizzleD1Database, { id }: Attempt): Promise<void> {
  await db.update(limitedAttempts).set({ failed: true }).where(eq(limitedAttempts.id, id))
}

/**
 * Returns a statement for the batch of a successful action. The attempt no longer counts, nor do earlier failures with
 * all of the same limits, such as typing mistakes of the same person at the same address. Failures that share only some
 * of the limits still count: a success for one account must not forgive guesses at another.
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
 * Returns the key by which limits count a caller's address. Networks receive at least 2^64 IPv6 addresses at a time:
 * all of these count as one address, however they are written. An IPv4 address mapped to IPv6 (RFC 4291, section
 * 2.5.5.2) counts as the IPv4 address.
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

/**
 * Returns the eight 16-bit groups of an IPv6 address, whose last two may be written as IPv4. For most invalid
 * addresses, returns another number of groups, or `NaN` among them.
 */
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

/**
 * Tries to reserve an attempt: a single statement counts and inserts, so that no other attempt can come in between.
 */
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

/**
 * Returns the time at which the next attempt is allowed; `null` if failures alone do not use up any limit.
 */
function nextPlace(
  rows: readonly { readonly bucket: string | undefined; readonly max: number }[],
  failures: readonly { readonly bucket: string; readonly expiresAt: number }[],
): number | null {
  const full = rows.flatMap(({ bucket, max }) => {
    const bucketFailures = failures.filter((failure) => failure.bucket === bucket)
    return bucketFailures.length >= max ? [bucketFailures[bucketFailures.length - max]?.expiresAt ?? 0] : []
  })
  return full.length === 0 ? null : Math.max(...full)
}

function secondsUntil(time: number): number {
  return Math.max(1, Math.ceil((time - Date.now()) / 1000))
}

function tooMany(seconds: number, detail = t('Too many requests. Try again later.')): HttpError {
  return new HttpError('rate_limited', detail, { headers: { 'Retry-After': String(seconds) } })
}
