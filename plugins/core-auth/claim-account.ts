import { and, eq, isNull } from 'drizzle-orm'
import { emit, type RequestContext, users } from 'lintel/kit'
import { forgetTokens } from './one-time-tokens.ts'
import { revokeSessionsOf } from './sessions.ts'
import { apiTokens } from './tables.ts'
import { findUser, type UserRow } from './users.ts'

/**
 * Gives an account whose address was never verified to somebody who has just proven that it is theirs. Whoever made it
 * may be somebody else, who waits for the owner to come: what opened it until now (password, second factor, sessions,
 * API tokens, links on their way) opens it no more.
 * @returns the account as it is then
 */
export async function claimAccount(c: RequestContext, id: string): Promise<UserRow | undefined> {
  const { db } = c.var
  const now = Date.now()
  await db.batch([
    db
      .update(users)
      .set({ emailVerified: true, passwordHash: null, secondFactor: false, updatedAt: now })
      .where(eq(users.id, id)),
    revokeSessionsOf(db, id),
    db
      .update(apiTokens)
      .set({ revokedAt: now })
      .where(and(eq(apiTokens.userId, id), isNull(apiTokens.revokedAt))),
    forgetTokens(db, id, ['verify-email', 'reset-password', 'sign-in']),
  ])
  await emit(c, 'user:update', { actor: id, id })
  return findUser(db, id)
}
