import { and, count, eq, gt, lte, min, or, sql } from 'drizzle-orm'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import { HttpError, sha256, uuidv7 } from 'lintel/kit'
import { loginAttempts } from './tables.ts'
import { normalizeEmail } from './users.ts'

export interface Limit {
  /** In seconds. */
  readonly window: number
  /** Failed attempts in a window. */
  readonly attempts: number
}

/** A sign-in that may go on to have its password checked. */
export interface Attempt {
  readonly id: string
  readonly emailHash: string
  readonly ipAddress: string
}

/** A check that takes longer has died with its isolate, and counts as failed. Milliseconds. */
const CHECK_TAKES_AT_MOST = 10_000
/** How long a sign-in waits for others of the same email or address to be decided. Milliseconds. */
const WAITS_AT_MOST = 10_000

/**
 * Takes one of the attempts that an email and an address have left. Attempts that are being checked hold their place, so
 * however many arrive at once, no more than the limit can fail; those that find no place wait until one is decided.
 * @throws HttpError `rate_limited` when the failures of the window have used up the limit.
 */
export async function takeAttempt(
  db: DrizzleD1Database,
  { email, ipAddress }: { email: string; ipAddress: string | null },
  limit: Limit,
): Promise<Attempt> {
  const attempt: Attempt = {
    id: uuidv7(),
    emailHash: await sha256(normalizeEmail(email)),
    ipAddress: addressBucket(ipAddress),
  }
  const giveUpAt = Date.now() + WAITS_AT_MOST
  for (let pause = 40; ; pause = Math.min(pause * 1.5, 500)) {
    const { taken, retryAt } = await tryToTake(db, attempt, limit)
    if (taken) return attempt
    if (retryAt !== null) throw tooMany(Math.ceil((retryAt - Date.now()) / 1000))
    if (Date.now() + pause > giveUpAt) throw tooMany(1)
    await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Writes down that the attempt failed. */
export async function failAttempt(db: DrizzleD1Database, { id }: Attempt): Promise<void> {
  await db.update(loginAttempts).set({ failed: true }).where(eq(loginAttempts.id, id))
}

/** For the batch that signs in: the attempt does not count, nor do earlier slips of this user from this address. */
export function forgiveStatement(db: DrizzleD1Database, { emailHash, ipAddress, id }: Attempt) {
  return db
    .delete(loginAttempts)
    .where(
      or(
        eq(loginAttempts.id, id),
        and(
          eq(loginAttempts.emailHash, emailHash),
          eq(loginAttempts.ipAddress, ipAddress),
          eq(loginAttempts.failed, true),
        ),
      ),
    )
}

/** One transaction: the insert counts and takes in a single statement, so nobody comes in between. */
async function tryToTake(db: DrizzleD1Database, attempt: Attempt, { window, attempts }: Limit) {
  const now = Date.now()
  const since = now - window * 1000
  const sameEmail = and(eq(loginAttempts.emailHash, attempt.emailHash), gt(loginAttempts.attemptedAt, since))
  const sameAddress = and(eq(loginAttempts.ipAddress, attempt.ipAddress), gt(loginAttempts.attemptedAt, since))
  const decided = or(eq(loginAttempts.failed, true), lte(loginAttempts.attemptedAt, now - CHECK_TAKES_AT_MOST))
  const failures = (of: typeof sameEmail) =>
    db
      .select({ count: count(), oldest: min(loginAttempts.attemptedAt) })
      .from(loginAttempts)
      .where(and(of, decided))
  const [, taken, [byEmail], [byAddress]] = await db.batch([
    db.delete(loginAttempts).where(lte(loginAttempts.attemptedAt, since)),
    db
      .insert(loginAttempts)
      .select(sql`
        SELECT ${attempt.id}, ${attempt.emailHash}, ${attempt.ipAddress}, ${now}, 0
        WHERE (SELECT count(*) FROM ${loginAttempts} WHERE ${sameEmail}) < ${attempts}
          AND (SELECT count(*) FROM ${loginAttempts} WHERE ${sameAddress}) < ${attempts}`)
      .returning({ id: loginAttempts.id }),
    failures(sameEmail),
    failures(sameAddress),
  ])
  const full = [byEmail, byAddress].filter((failed) => failed !== undefined && failed.count >= attempts)
  return {
    taken: taken.length > 0,
    /** When the next place comes free; `null` while those that hold one are being checked. */
    retryAt: full.length === 0 ? null : Math.max(...full.map((failed) => (failed?.oldest ?? now) + window * 1000)),
  }
}

function tooMany(seconds: number): HttpError {
  return new HttpError('rate_limited', 'Too many failed attempts to sign in. Try again later.', {
    headers: { 'Retry-After': String(Math.max(1, seconds)) },
  })
}

/** Who hands out IPv6 addresses hands out 2^64 at a time: they count as one. An unknown address counts as one, too. */
function addressBucket(address: string | null): string {
  if (address === null) return 'unknown'
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail = ''] = address.split('::')
  const start = head === '' ? [] : head.split(':')
  const end = tail === '' ? [] : tail.split(':')
  const zeros = Array.from({ length: address.includes('::') ? 8 - start.length - end.length : 0 }, () => '0')
  return `${[...start, ...zeros, ...end].slice(0, 4).join(':')}::/64`
}
