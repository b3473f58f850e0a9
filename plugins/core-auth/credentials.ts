import { and, eq, isNull, type SQL } from 'drizzle-orm'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import { findService, type RequestContext } from 'lintel/kit'
import { oidcIdentities } from './oidc/table.ts'
import { forgetTokens } from './one-time-tokens.ts'
import { revokeSessionsOf } from './sessions.ts'
import { apiTokens, passkeys } from './tables.ts'

/** The credentials that go on opening an account when all others end. */
export interface Kept {
  /** The session with this id. */
  readonly session?: string
  /** The API tokens. */
  readonly apiTokens?: boolean
  /** The passkeys. */
  readonly passkeys?: boolean
  /** Sign-ins at providers of OpenID Connect. */
  readonly identities?: boolean
}

/**
 * For the batch that changes who may get into an account: ends its sessions, its API tokens, its passkeys, the sign-ins at
 * providers that it is linked to, and the links and codes that let somebody in. The one way in which any of them end together, so that none is left out.
 */
export async function endCredentials(c: RequestContext, userId: string, kept: Kept = {}) {
  const { db } = c.var
  const option = await findService(c, 'signInOption')
  return [
    revokeSessionsOf(db, userId, kept.session),
    forgetTokens(db, userId, ['reset-password', 'sign-in', 'sign-in-app']),
    ...(option?.forget ? [option.forget(db, userId)] : []),
    ...(kept.apiTokens ? [] : [revokeApiTokensOf(db, userId)]),
    ...(kept.passkeys ? [] : [db.delete(passkeys).where(eq(passkeys.userId, userId))]),
    ...(kept.identities ? [] : [db.delete(oidcIdentities).where(eq(oidcIdentities.userId, userId))]),
  ] as const
}

/**
 * For the batch that changes an address: what was mailed to the one before is no longer for this account.
 * @param onlyIf what must hold in the database by then
 */
export function forgetMails(db: DrizzleD1Database, userId: string, onlyIf: SQL) {
  return forgetTokens(db, userId, ['reset-password', 'sign-in', 'verify-email', 'registration'], onlyIf)
}

/** For the batch that confirms an address: nothing that would confirm it is needed any more. */
export function forgetConfirmations(db: DrizzleD1Database, userId: string) {
  return forgetTokens(db, userId, ['verify-email', 'registration'])
}

function revokeApiTokensOf(db: DrizzleD1Database, userId: string) {
  return db
    .update(apiTokens)
    .set({ revokedAt: Date.now() })
    .where(and(eq(apiTokens.userId, userId), isNull(apiTokens.revokedAt)))
}
