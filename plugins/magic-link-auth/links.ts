import { and, eq, exists, gt, inArray, lt, type SQL } from 'drizzle-orm'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import { sha256, users, uuidv7 } from 'lintel/kit'
import { magicLinks } from './tables.ts'

export interface NewLink {
  /** Email of the account, trimmed, in lower case. */
  readonly email: string
  /** Lifetime in minutes. */
  readonly lifetime: number
  readonly ipAddress: string | null
  readonly userAgent: string | null
}

/**
 * Creates a link that works once. Earlier links keep working, so that nobody can invalidate another person's link by
 * requesting more.
 * @returns its token, and the statement for the batch that stores it
 */
export async function newLink(db: DrizzleD1Database, { email, lifetime, ...origin }: NewLink) {
  const now = Date.now()
  const token = `${crypto.randomUUID()}-${crypto.randomUUID()}`
  const statement = db.insert(magicLinks).values({
    id: uuidv7(),
    userEmail: email,
    token: await sha256(token),
    expiresAt: now + lifetime * 60_000,
    createdAt: now,
    ...origin,
  })
  return { token, statement }
}

/** A link that was just used up, or the reason why a link was refused. The email is present if the link exists. */
export type Redeemed =
  | { readonly kind: 'used up'; readonly email: string }
  | { readonly kind: 'refused'; readonly reason: 'used' | 'expired'; readonly email: string }
  | { readonly kind: 'refused'; readonly reason: 'unknown'; readonly email: null }

/** Uses up a link, in one statement: of several simultaneous callers, only one may sign in. */
export async function redeemLink(db: DrizzleD1Database, token: string): Promise<Redeemed> {
  const now = Date.now()
  const isOurs = eq(magicLinks.token, await sha256(token))
  const [opened] = await db
    .update(magicLinks)
    .set({ used: 1, usedAt: now })
    .where(and(isOurs, eq(magicLinks.used, 0), gt(magicLinks.expiresAt, now)))
    .returning({ email: magicLinks.userEmail })
  if (opened) return { kind: 'used up', email: opened.email }
  const [link] = await db.select().from(magicLinks).where(isOurs)
  if (!link) return { kind: 'refused', reason: 'unknown', email: null }
  return { kind: 'refused', reason: link.used === 1 ? 'used' : 'expired', email: link.userEmail }
}

/**
 * Deletes links that expired before `time`, with the network addresses that requested them.
 * @param time milliseconds since the epoch
 */
export async function forgetLinks(db: DrizzleD1Database, time: number): Promise<void> {
  await db.delete(magicLinks).where(lt(magicLinks.expiresAt, time))
}

/**
 * Returns the condition that nobody has invalidated a link since it was used up, as a change to the address or the
 * password of its account does.
 */
export async function isStillGood(db: DrizzleD1Database, token: string): Promise<SQL> {
  return exists(
    db
      .select({ id: magicLinks.id })
      .from(magicLinks)
      .where(eq(magicLinks.token, await sha256(token))),
  )
}

/**
 * Returns the statement that invalidates the links of an account, including those that a request is using at the
 * moment.
 */
export function forgetLinksOf(db: DrizzleD1Database, userId: string) {
  const address = db.select({ email: users.email }).from(users).where(eq(users.id, userId))
  return db.delete(magicLinks).where(inArray(magicLinks.userEmail, address))
}
