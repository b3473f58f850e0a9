import { and, eq, exists, gt, inArray, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import { insertRow, randomToken, sha256 } from 'lintel/kit'
import { oneTimeTokens, type TokenPurpose } from './tables.ts'

/** Maximum number of tries for a code. */
export const CODE_TRIES = 5

export interface NewToken {
  readonly purpose: Exclude<TokenPurpose, 'sign-in' | 'sign-in-app' | Spent['purpose']>
  readonly userId: string
  /** Lifetime in seconds. */
  readonly lifetime: number
  /** Value of the token. Default: a new one. */
  readonly token?: string
  /** A condition that must hold in the database for the token to be stored. Default: none. */
  readonly onlyIf?: SQL
}

/**
 * Creates a token of 256 random bits that works once. Earlier tokens keep working, so that nobody can invalidate the
 * link in an email by requesting another email.
 * @returns the token, and the statements for the batch that stores it
 */
export async function newOneTimeToken(db: DrizzleD1Database, { purpose, userId, lifetime, onlyIf, ...row }: NewToken) {
  const now = Date.now()
  const { token = randomToken() } = row
  const statements = [
    db.delete(oneTimeTokens).where(lt(oneTimeTokens.expiresAt, now)),
    insertRow(
      db,
      oneTimeTokens,
      { tokenHash: await sha256(token), purpose, userId, createdAt: now, expiresAt: now + lifetime * 1000 },
      onlyIf,
    ),
  ] as const
  return { token, statements }
}

/**
 * Uses up a token, in one statement: of several simultaneous callers, one gets the user's id, all others get `null`.
 */
export async function redeem(db: DrizzleD1Database, token: string, purpose: TokenPurpose): Promise<string | null> {
  const now = Date.now()
  const [used] = await db
    .update(oneTimeTokens)
    .set({ usedAt: now })
    .where(
      and(
        eq(oneTimeTokens.tokenHash, await sha256(token)),
        eq(oneTimeTokens.purpose, purpose),
        isNull(oneTimeTokens.usedAt),
        gt(oneTimeTokens.expiresAt, now),
      ),
    )
    .returning({ userId: oneTimeTokens.userId })
  return used?.userId ?? null
}

/**
 * Returns the condition that nobody has invalidated a token since it was redeemed, as a change to the address or the
 * password of its account does.
 */
export async function isStillGood(db: DrizzleD1Database, token: string): Promise<SQL> {
  const { tokenHash } = oneTimeTokens
  return exists(
    db
      .select({ tokenHash })
      .from(oneTimeTokens)
      .where(eq(tokenHash, await sha256(token))),
  )
}

/** A single-use secret that was sent encrypted to the browser, and never stored. */
export interface Spent {
  readonly purpose: Extract<TokenPurpose, 'passkey' | 'oidc' | 'app-setup'>
  /** The secret, of which at least 128 bits are random. */
  readonly secret: string
  readonly userId: string
  /** Time for which the secret would be valid, in seconds. */
  readonly lifetime: number
}

/** Records that a secret was used, in one statement: of several simultaneous callers, only one gets `true`. */
export async function spendOnce(db: DrizzleD1Database, { purpose, secret, userId, lifetime }: Spent): Promise<boolean> {
  const now = Date.now()
  const tokenHash = await sha256(`${purpose}:${secret}`)
  const row = { tokenHash, purpose, userId, createdAt: now, expiresAt: now + lifetime * 1000, usedAt: now }
  const [, spent] = await db.batch([
    db.delete(oneTimeTokens).where(lt(oneTimeTokens.expiresAt, now)),
    db.insert(oneTimeTokens).values(row).onConflictDoNothing().returning({ userId: oneTimeTokens.userId }),
  ])
  return spent.length > 0
}

/**
 * Creates a token and a code of six digits that is sent separately: both are needed to sign in. Earlier tokens and
 * codes keep working, so that a second sign-in does not end the first.
 * @returns the token and the code, and the statements for the batch that stores them
 */
export async function newCode(db: DrizzleD1Database, userId: string, lifetime: number) {
  const now = Date.now()
  const token = randomToken()
  const code = sixDigits()
  const statements = [
    db.delete(oneTimeTokens).where(lte(oneTimeTokens.expiresAt, now)),
    db.insert(oneTimeTokens).values({
      tokenHash: await sha256(token),
      purpose: 'sign-in',
      userId,
      codeHash: await sha256(token + code),
      createdAt: now,
      expiresAt: now + lifetime * 1000,
    }),
  ] as const
  return { token, code, statements }
}

/**
 * Tries a code: counts the try and, if the code is right, uses it up, in one statement. Returns the user's id; `null`
 * if the code is wrong, used or expired, or the token has been tried too often.
 */
export async function redeemCode(db: DrizzleD1Database, token: string, code: string): Promise<string | null> {
  const now = Date.now()
  const [tried] = await db
    .update(oneTimeTokens)
    .set({
      tries: sql`${oneTimeTokens.tries} + 1`,
      usedAt: sql`CASE WHEN ${oneTimeTokens.codeHash} = ${await sha256(token + code)} THEN ${now} END`,
    })
    .where(
      and(
        eq(oneTimeTokens.tokenHash, await sha256(token)),
        eq(oneTimeTokens.purpose, 'sign-in'),
        isNull(oneTimeTokens.usedAt),
        gt(oneTimeTokens.expiresAt, now),
        lt(oneTimeTokens.tries, CODE_TRIES),
      ),
    )
    .returning({ userId: oneTimeTokens.userId, usedAt: oneTimeTokens.usedAt })
  return tried?.usedAt == null ? null : tried.userId
}

/** Creates a token for a user who has passed the first factor, and must still enter a code of the authenticator app. */
export async function newAppChallenge(db: DrizzleD1Database, userId: string, lifetime: number) {
  const now = Date.now()
  const token = randomToken()
  const row = { tokenHash: await sha256(token), userId, createdAt: now, expiresAt: now + lifetime * 1000 }
  const statements = [
    db.delete(oneTimeTokens).where(lte(oneTimeTokens.expiresAt, now)),
    db.insert(oneTimeTokens).values({ ...row, purpose: 'sign-in-app' }),
  ] as const
  return { token, statements }
}

/**
 * Returns the user whose authenticator app a token asks for; `null` if the token is unknown, used, expired, or has been
 * tried too often.
 */
export async function userOfAppChallenge(db: DrizzleD1Database, token: string): Promise<string | null> {
  const [found] = await db
    .select({ userId: oneTimeTokens.userId })
    .from(oneTimeTokens)
    .where(isOpenAppChallenge(await sha256(token)))
  return found?.userId ?? null
}

/** Counts a try, in one statement; returns `false` if the token can no longer be used. */
export async function tryAppChallenge(db: DrizzleD1Database, token: string): Promise<boolean> {
  const tried = await db
    .update(oneTimeTokens)
    .set({ tries: sql`${oneTimeTokens.tries} + 1` })
    .where(isOpenAppChallenge(await sha256(token)))
    .returning({ userId: oneTimeTokens.userId })
  return tried.length > 0
}

/** Returns the statements that use up the token, for the batch that signs in. */
export async function closeAppChallenge(db: DrizzleD1Database, token: string) {
  const isToken = eq(oneTimeTokens.tokenHash, await sha256(token))
  return [db.update(oneTimeTokens).set({ usedAt: Date.now() }).where(isToken)] as const
}

function isOpenAppChallenge(tokenHash: string) {
  return and(
    eq(oneTimeTokens.tokenHash, tokenHash),
    eq(oneTimeTokens.purpose, 'sign-in-app'),
    isNull(oneTimeTokens.usedAt),
    gt(oneTimeTokens.expiresAt, Date.now()),
    lt(oneTimeTokens.tries, CODE_TRIES),
  )
}

/**
 * Returns the statement that invalidates a user's links and codes for some purposes, for the batch that changes how the
 * user signs in.
 * @param onlyIf a condition that must hold in the database when the batch runs. Default: none
 */
export function forgetTokens(db: DrizzleD1Database, userId: string, purposes: readonly TokenPurpose[], onlyIf?: SQL) {
  return db
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), inArray(oneTimeTokens.purpose, [...purposes]), onlyIf))
}

/** Returns a random number from 000000 to 999999, each with the same probability. */
function sixDigits(): string {
  const largest = 4_294_000_000 // the largest multiple of a million in 32 bits
  for (;;) {
    const [number = largest] = crypto.getRandomValues(new Uint32Array(1))
    if (number < largest) return String(number % 1_000_000).padStart(6, '0')
  }
}
