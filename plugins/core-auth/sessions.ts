import { and, count, desc, eq, gt, inArray, isNull, lt, ne, not, or, type SQL, sql } from 'drizzle-orm'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import { prepared, randomToken, sha256, users, uuidv7 } from 'lintel/kit'
import { sessions, spentRefreshTokens } from './tables.ts'
import type { UserRow } from './users.ts'

/** Device and place from which a session is used; stored while the setting `sessionTracking` is on. */
export interface Origin {
  readonly ipAddress: string | null
  readonly userAgent: string | null
  /** City and country, if the host reports them. */
  readonly place: string | null
}

/** A new or renewed session, with the values for its next access token, and its only valid refresh token. */
export interface OpenSession {
  readonly id: string
  readonly user: UserRow
  readonly refreshToken: string
}

/** Creates a session, and the statements for the batch that stores it, which also delete expired rows. */
export async function newSession(
  db: DrizzleD1Database,
  user: UserRow,
  { lifetime, origin }: { lifetime: number; origin: Origin },
) {
  const now = Date.now()
  const refreshToken = randomToken()
  const id = uuidv7()
  const statements = [
    db.delete(sessions).where(lt(sessions.expiresAt, now)),
    db.delete(spentRefreshTokens).where(lt(spentRefreshTokens.expiresAt, now)),
    db.insert(sessions).values({
      id,
      userId: user.id,
      createdAt: now,
      lastSeenAt: now,
      expiresAt: now + lifetime * 1000,
      ...origin,
      refreshHash: await sha256(refreshToken),
    }),
  ] as const
  return { session: { id, user, refreshToken } satisfies OpenSession, statements }
}

export type Rotation = OpenSession | 'reused' | 'unknown'

/**
 * Time for which a used refresh token still returns its successor, in milliseconds, as long as that successor was not
 * used: programs commonly wait this long for a response before they try again.
 */
export const REFRESH_GRACE = 30_000

interface Lifetimes {
  /** Lifetime of the new token and the session, in seconds. */
  readonly lifetime: number
  /** Maximum lifetime of a session since it was opened, in seconds. */
  readonly longest: number
}

/**
 * Exchanges a refresh token for a new one, in one transaction. A token that is sent again because its response may have
 * been lost returns the same new token. Any other token that was used before revokes its session: two parties have it,
 * so it was stolen.
 */
export async function rotateSession(db: DrizzleD1Database, token: string, lifetimes: Lifetimes): Promise<Rotation> {
  const now = Date.now()
  const nonce = randomToken()
  const refreshToken = await successorOf(token, nonce)
  const [oldHash, newHash] = await Promise.all([sha256(token), sha256(refreshToken)])
  const end = sql`min(${now + lifetimes.lifetime * 1000}, ${sessions.createdAt} + ${lifetimes.longest * 1000})`
  const spent = db
    .select({ id: spentRefreshTokens.sessionId })
    .from(spentRefreshTokens)
    .where(eq(spentRefreshTokens.tokenHash, oldHash))
  const lives = and(
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, now),
    gt(sessions.createdAt, now - lifetimes.longest * 1000),
    inArray(sessions.userId, db.select({ id: users.id }).from(users).where(eq(users.isActive, true))),
  )
  const usable = and(eq(sessions.refreshHash, oldHash), lives)
  const inGrace = and(eq(sessions.previousHash, oldHash), gt(sessions.rotatedAt, now - REFRESH_GRACE))
  const opened = (condition: SQL | undefined) =>
    db
      // Rows of a batch are objects: each column needs a name of its own.
      .select({ id: sql<string>`${sessions.id}`.as('session_id'), nonce: sessions.rotationNonce, user: users })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(condition)
  const [known, again, , , , renewed] = await db.batch([
    spent,
    opened(and(inArray(sessions.id, spent), inGrace, lives)),
    db
      .update(sessions)
      .set({ revokedAt: now })
      .where(and(inArray(sessions.id, spent), isNull(sessions.revokedAt), not(sql`ifnull(${inGrace}, 0)`))),
    db.insert(spentRefreshTokens).select(
      db
        .select({
          tokenHash: sql<string>`${oldHash}`.as('token_hash'),
          sessionId: sessions.id,
          expiresAt: sessions.expiresAt,
        })
        .from(sessions)
        .where(usable),
    ),
    db
      .update(sessions)
      .set({
        refreshHash: newHash,
        previousHash: oldHash,
        rotationNonce: nonce,
        rotatedAt: now,
        lastSeenAt: now,
        expiresAt: end,
      })
      .where(usable),
    opened(eq(sessions.refreshHash, newHash)),
  ])
  const [repeated] = again
  if (repeated?.nonce) return { ...repeated, refreshToken: await successorOf(token, repeated.nonce) }
  if (known.length > 0) return 'reused'
  const [session] = renewed
  return session ? { ...session, refreshToken } : 'unknown'
}

/**
 * Returns the token that follows another: 256 bits that can be computed only from both the former token, which the
 * service does not store, and the nonce, which the client does not see.
 */
async function successorOf(token: string, nonce: string): Promise<string> {
  const bytes = (text: string) => new TextEncoder().encode(text)
  const key = await crypto.subtle.importKey('raw', bytes(nonce), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const mac = await crypto.subtle.sign('HMAC', key, bytes(token))
  return btoa(String.fromCharCode(...new Uint8Array(mac)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

/**
 * Tells whether an access token was issued with the current refresh token less than `REFRESH_GRACE` ago. Its use then
 * shows that the client received both.
 */
export function showsArrival({ rotatedAt }: { readonly rotatedAt: number | null }, issuedAt: number): boolean {
  if (rotatedAt === null || rotatedAt < Date.now() - REFRESH_GRACE) return false
  return issuedAt >= Math.floor(rotatedAt / 1000)
}

/**
 * Records that the client received the current refresh token: from now on, the former token no longer gets the current
 * one.
 */
export async function endGrace(db: DrizzleD1Database, id: string): Promise<void> {
  await db.update(sessions).set({ rotatedAt: null, rotationNonce: null }).where(eq(sessions.id, id))
}

const living = prepared((db) =>
  db
    .select({
      email: users.email,
      role: users.role,
      lastSeenAt: sessions.lastSeenAt,
      rotatedAt: sessions.rotatedAt,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.id, sql.placeholder('id')),
        eq(sessions.userId, sql.placeholder('userId')),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, sql.placeholder('now')),
        eq(users.isActive, true),
      ),
    )
    .prepare(),
)

/** Finds the open session of an active user, with the user's current email and role. */
export function findSession(db: DrizzleD1Database, id: string, userId: string) {
  return living(db).get({ id, userId, now: Date.now() })
}

const touch = prepared((db) =>
  db
    .update(sessions)
    .set({ lastSeenAt: sql`${sql.placeholder('now')}` })
    .where(eq(sessions.id, sql.placeholder('id')))
    .prepare(),
)

/** Records that the session was used now. */
export async function touchSession(db: DrizzleD1Database, id: string): Promise<void> {
  await touch(db).run({ id, now: Date.now() })
}

/** Ends a session at once: its access token and its refresh token stop working. Returns whether it was open. */
export async function revokeSession(db: DrizzleD1Database, id: string): Promise<boolean> {
  const revoked = await db
    .update(sessions)
    .set({ revokedAt: Date.now() })
    .where(and(eq(sessions.id, id), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id })
  return revoked.length > 0
}

/**
 * Returns the statement that ends a user's sessions, for the batch that changes how the user signs in.
 * @param except id of the session that stays open
 * @param onlyIf a condition that must hold in the database when the batch runs. Default: none
 */
export function revokeSessionsOf(db: DrizzleD1Database, userId: string, except?: string, onlyIf?: SQL) {
  return db
    .update(sessions)
    .set({ revokedAt: Date.now() })
    .where(
      and(
        eq(sessions.userId, userId),
        isNull(sessions.revokedAt),
        except === undefined ? undefined : ne(sessions.id, except),
        onlyIf,
      ),
    )
}

/** Ends a session of this user. Returns whether the session was open and belonged to the user. */
export async function revokeOwnSession(db: DrizzleD1Database, id: string, userId: string): Promise<boolean> {
  const revoked = await db
    .update(sessions)
    .set({ revokedAt: Date.now() })
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id })
  return revoked.length > 0
}

/**
 * Returns a page of the user's open sessions, and their total number.
 * @param first id of the session that comes first; the others are sorted by when they were last used
 */
export async function sessionsOf(
  db: DrizzleD1Database,
  { userId, first, page, limit }: { userId: string; first: string; page: number; limit: number },
) {
  const condition = and(eq(sessions.userId, userId), isNull(sessions.revokedAt), gt(sessions.expiresAt, Date.now()))
  const [rows, [total]] = await db.batch([
    db
      .select()
      .from(sessions)
      .where(condition)
      .orderBy(ne(sessions.id, first), desc(sessions.lastSeenAt), desc(sessions.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ count: count() }).from(sessions).where(condition),
  ])
  return { rows, total: total?.count ?? 0 }
}

export interface SessionsAsked {
  /** Id of the owner. Default: the sessions of all users. */
  readonly userId?: string | undefined
  /** Part of the user's email. */
  readonly email?: string | undefined
  readonly page: number
  readonly limit: number
}

/** Returns a page of the open sessions, newest first, with their users' emails, and the total number. */
export async function allSessions(db: DrizzleD1Database, { userId, email, page, limit }: SessionsAsked) {
  const condition = and(
    isNull(sessions.revokedAt),
    gt(sessions.expiresAt, Date.now()),
    userId === undefined ? undefined : eq(sessions.userId, userId),
    email === undefined ? undefined : sql`instr(${users.email}, ${email.toLowerCase()}) > 0`,
  )
  const [rows, [total]] = await db.batch([
    db
      .select({ session: sessions, email: sql<string>`${users.email}`.as('user_email') })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(condition)
      .orderBy(desc(sessions.createdAt), desc(sessions.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ count: count() }).from(sessions).innerJoin(users, eq(users.id, sessions.userId)).where(condition),
  ])
  return { rows, total: total?.count ?? 0 }
}

/**
 * Ends the session of a refresh token, even of a used token: the response with its successor may have been lost.
 * Returns the id of the user, or `undefined` if there is no such session, or it was revoked before.
 */
export async function revokeByRefreshToken(db: DrizzleD1Database, token: string): Promise<string | undefined> {
  const hash = await sha256(token)
  const spent = db
    .select({ id: spentRefreshTokens.sessionId })
    .from(spentRefreshTokens)
    .where(eq(spentRefreshTokens.tokenHash, hash))
  const [revoked] = await db
    .update(sessions)
    .set({ revokedAt: Date.now() })
    .where(and(or(eq(sessions.refreshHash, hash), inArray(sessions.id, spent)), isNull(sessions.revokedAt)))
    .returning({ userId: sessions.userId })
  return revoked?.userId
}
