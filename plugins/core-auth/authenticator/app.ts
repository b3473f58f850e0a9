import { and, eq, exists, lt, notExists, type SQL } from 'drizzle-orm'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import { log, type RequestContext, sealFor } from 'lintel/kit'
import { authenticatorApps } from '../tables.ts'
import { fromBase32 } from './base32.ts'
import { forgetRecoveryCodes, redeemRecoveryCode } from './recovery-codes.ts'
import { periodOfCode } from './totp.ts'

const { seal, unseal } = sealFor('lintel authenticator 1')

/** Returns the statements for the batch that turns an authenticator app on. */
export async function appStatements(c: RequestContext, userId: string, secret: string, period: number) {
  const row = { totpSecret: await seal(c, userId, secret), lastPeriod: period, createdAt: Date.now() }
  const insert = c.var.db.insert(authenticatorApps).values({ userId, ...row })
  return [insert.onConflictDoUpdate({ target: authenticatorApps.userId, set: row })] as const
}

export async function hasApp(db: DrizzleD1Database, userId: string): Promise<boolean> {
  const [found] = await db
    .select({ userId: authenticatorApps.userId })
    .from(authenticatorApps)
    .where(eq(authenticatorApps.userId, userId))
  return found !== undefined
}

/** Returns the condition that a user has an authenticator app, or none, when the statement runs. */
export function ifApp(db: DrizzleD1Database, userId: string, isOn: boolean): SQL {
  const { userId: owner } = authenticatorApps
  const app = db.select({ owner }).from(authenticatorApps).where(eq(owner, userId))
  return isOn ? exists(app) : notExists(app)
}

/** Kind of the code that was accepted: one of the app, or a recovery code. */
export type AppProof = 'app' | 'recovery'

/**
 * Redeems a code of a user's authenticator app, or a recovery code. Each works only once, even in simultaneous
 * requests.
 * @returns `null` for a wrong code, for a code that was used before, and if the user has no authenticator app
 */
export async function redeemAppCode(c: RequestContext, userId: string, code: string): Promise<AppProof | null> {
  const { db } = c.var
  const [app] = await db.select().from(authenticatorApps).where(eq(authenticatorApps.userId, userId))
  if (!app) return null
  const secret = await openSecret(c, userId, app.totpSecret)
  const period = secret === null ? null : await periodOfCode(fromBase32(secret), code, Date.now())
  if (secret === null || period === null) return (await redeemRecoveryCode(db, userId, code)) ? 'recovery' : null
  const taken = await db
    .update(authenticatorApps)
    .set({ lastPeriod: period, totpSecret: await seal(c, userId, secret) }) // sealed with the newest JWT_SECRET
    .where(
      and(
        eq(authenticatorApps.userId, userId),
        eq(authenticatorApps.totpSecret, app.totpSecret),
        lt(authenticatorApps.lastPeriod, period),
      ),
    )
    .returning({ userId: authenticatorApps.userId })
  return taken.length > 0 ? 'app' : null
}

/**
 * Decrypts the secret of an app; `null` if the service no longer has the key that encrypted it. Recovery codes work
 * even without the key.
 */
async function openSecret(c: RequestContext, userId: string, sealed: string): Promise<string | null> {
  try {
    return await unseal(c, userId, sealed)
  } catch (error) {
    log(c, 'error', { type: 'authenticator_unreadable', userId, error: String(error) })
    return null
  }
}

/**
 * Returns the statements that delete a user's authenticator app and recovery codes, for the batch that turns the second
 * factor off or replaces it.
 */
export function forgetApp(db: DrizzleD1Database, userId: string) {
  return [
    db.delete(authenticatorApps).where(eq(authenticatorApps.userId, userId)),
    forgetRecoveryCodes(db, userId),
  ] as const
}
