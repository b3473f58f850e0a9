import { and, eq, gt, inArray, isNull, lt, lte, type SQL, sql } from 'drizzle-orm'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import { insertRow, randomToken, sha256 } from 'lintel/kit'
import { oneTimeTokens, type TokenPurpose } from './tables.ts'

/** Number of times that a code may be tried (contract, section 4). */
export const CODE_TRIES = 5

export interface NewToken {
  readonly purpose: Exclude<TokenPurpose, 'sign-in' | 'sign-in-app' | Spent['purpose']>
  readonly userId: string
  /** In seconds. */
  readonly lifetime: number
  /** Default: a new one. */
  readonly token?: string
  /** A condition that must hold in the database for it to be stored. Default: none. */
  readonly onlyIf?: SQL
}

/**
 * Makes a token of 256 random bits that works once. Earlier ones go on working until one of them is used, so that nobody
 * can stop a mail on its way by asking for another.
 * @returns the token, and the statements of the batch that stores it
 */
export async function newOneTimeToken(
  db: DrizzleD1Database,
  { purpose, userId, lifetime, onlyIf, ...given }: NewToken,
) {
  const now = Date.now()
  const { token = randomToken() } = given
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

/** Uses a token up, in one statement: of several who present it at once, one gets the user's id, all others `null`. */
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

/** Something that works once and was never stored: it travelled sealed. */
export interface Spent {
  readonly purpose: Extract<TokenPurpose, 'passkey' | 'oidc' | 'app-setup'>
  /** At least 128 random bits of it. */
  readonly secret: string
  readonly userId: string
  /** Time for which it would work, in seconds. */
  readonly lifetime: number
}

/** Notes that something was used, in one statement: of several who use it at once, one gets `true`. */
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
 * A token together with a code of six digits, which is sent another way: only both open the door. Earlier ones go on
 * working, so that a second sign-in does not end the first.
 * @returns both, and the statements of the batch that stores them
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
 * Tries a code: counted, compared and used up in one statement. `null` where it is wrong, used, expired, or has been
 * tried too often.
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

/** A token for somebody whose password was right, who is asked for a code of the authenticator app. */
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

/** The user whose authenticator app a token asks for; `null` where it is unknown, used, expired, or tried too often. */
export async function userOfAppChallenge(db: DrizzleD1Database, token: string): Promise<string | null> {
  const [found] = await db
    .select({ userId: oneTimeTokens.userId })
    .from(oneTimeTokens)
    .where(isOpenAppChallenge(await sha256(token)))
  return found?.userId ?? null
}

/** Counts a try, in one statement; `false` where the token is no longer open. */
export async function tryAppChallenge(db: DrizzleD1Database, token: string): Promise<boolean> {
  const tried = await db
    .update(oneTimeTokens)
    .set({ tries: sql`${oneTimeTokens.tries} + 1` })
    .where(isOpenAppChallenge(await sha256(token)))
    .returning({ userId: oneTimeTokens.userId })
  return tried.length > 0
}

/** Statements of the batch that signs in by it. */
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
 * For the batch that changes how a user signs in: links and codes on their way stop working.
 * @param onlyIf a condition that must hold in the database by then. Default: none
 */
export function forgetTokens(db: DrizzleD1Database, userId: string, purposes: readonly TokenPurpose[], onlyIf?: SQL) {
  return db
    .delete(oneTimeTokens)
    .where(and(eq(oneTimeTokens.userId, userId), inArray(oneTimeTokens.purpose, [...purposes]), onlyIf))
}

/** From 000000 to 999999, each as likely as any other. */
function sixDigits(): string {
  const largest = 4_294_000_000 // the largest multiple of a million in 32 bits
  for (;;) {
    const [number = largest] = crypto.getRandomValues(new Uint32Array(1))
    if (number < largest) return String(number % 1_000_000).padStart(6, '0')
  }
}
