import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import { findService, type RequestContext } from 'lintel/kit'
import { oidcIdentities } from './oidc/table.ts'
import { forgetTokens } from './one-time-tokens.ts'
import { revokeSessionsOf } from './sessions.ts'
import { apiTokens, passkeys } from './tables.ts'

/** The credentials that stay valid when all others end. */
export interface Kept {
  /** Id of the session that stays open. */
  readonly session?: string
  /** True if API tokens stay valid. */
  readonly apiTokens?: boolean
  /** True if passkeys stay valid. */
  readonly passkeys?: boolean
  /** True if sign-ins at OpenID Connect providers stay linked. */
  readonly identities?: boolean
  /**
   * A condition that must hold in the database for sessions, and this plugin's links and codes, to end. Default: none.
   */
  readonly onlyIf?: SQL
}

/**
 * Returns the statements for a batch that changes who may sign in to an account. They end its sessions, API tokens,
 * passkeys and linked sign-ins at providers, except those in `kept`, and the links and codes that let somebody in. All
 * code that ends credentials must use this function, so that none are forgotten.
 */
export async function endCredentials(c: RequestContext, userId: string, kept: Kept = {}) {
  const { db } = c.var
  const option = await findService(c, 'signInOption')
  return [
    revokeSessionsOf(db, userId, kept.session, kept.onlyIf),
    forgetTokens(db, userId, ['reset-password', 'sign-in', 'sign-in-app'], kept.onlyIf),
    ...(option?.forget ? [option.forget(db, userId)] : []),
    ...(kept.apiTokens ? [] : [revokeApiTokensOf(db, userId)]),
    ...(kept.passkeys ? [] : [db.delete(passkeys).where(eq(passkeys.userId, userId))]),
    ...(kept.identities ? [] : [db.delete(oidcIdentities).where(eq(oidcIdentities.userId, userId))]),
  ] as const
}

/**
 * Returns the statement that ends the links and codes sent to an account's former address, for the batch that changes
 * the address.
 * @param onlyIf a condition that must hold in the database when the batch runs
 */
export function forgetMails(db: DrizzleD1Database, userId: string, onlyIf: SQL) {
  return forgetTokens(db, userId, ['reset-password', 'sign-in', 'verify-email', 'registration'], onlyIf)
}

/**
 * Returns the statement that deletes everything that could still confirm an account's address, for the batch that
 * confirms it.
 */
export function forgetConfirmations(db: DrizzleD1Database, userId: string) {
  return forgetTokens(db, userId, ['verify-email', 'registration'])
}

function revokeApiTokensOf(db: DrizzleD1Database, userId: string) {
  return db
    .update(apiTokens)
    .set({ revokedAt: Date.now() })
    .where(and(eq(apiTokens.userId, userId), isNull(apiTokens.revokedAt)))
}
