import { eq } from 'drizzle-orm'
import { emit, type RequestContext, users } from 'lintel/kit'
import { forgetApp } from './authenticator/app.ts'
import { forgetRegistration, registrationCookie } from './cookies.ts'
import { endCredentials, forgetConfirmations } from './credentials.ts'
import { redeem } from './one-time-tokens.ts'
import { findUser, type UserRow } from './users.ts'

/** An account whose address is confirmed, and whether what opened it before was ended. */
export interface Confirmed {
  readonly user: UserRow
  readonly isClaimed: boolean
}

/**
 * Confirms an account's address for somebody who has just proven that it is theirs. Whoever made the account may be
 * somebody else, who waits for the owner to come: what opened it until now (password, second factor, sessions, API
 * tokens, links on their way) opens it no more, unless the owner is signed in to it or registered it in this browser. Its
 * role and what it made stay. The way for every proof of an address that brings no password of its own.
 * @returns `undefined` where the account is gone
 */
export async function confirmAddress(c: RequestContext, id: string): Promise<Confirmed | undefined> {
  const { db } = c.var
  const before = await findUser(db, id)
  if (!before || before.emailVerified) return before && { user: before, isClaimed: false }
  const isOwn = isSignedInTo(c, id) || (await hasRegistered(c, id))
  const updatedAt = Date.now()
  const claim = { emailVerified: true, passwordHash: null, secondFactor: false, updatedAt }
  const [[user]] = await db.batch([
    db
      .update(users)
      .set(isOwn ? { emailVerified: true, updatedAt } : claim)
      .where(eq(users.id, id))
      .returning(),
    forgetConfirmations(db, id),
    ...(isOwn ? [] : [...(await endCredentials(c, id)), ...forgetApp(db, id)]),
  ])
  await emit(c, 'user:update', { actor: id, id, before: { emailVerified: false }, after: { emailVerified: true } })
  return user && { user, isClaimed: !isOwn }
}

/** An API token is no proof: whoever made the account may have given one away. */
function isSignedInTo({ var: { user } }: RequestContext, id: string): boolean {
  return user?.id === id && user.sessionId !== null
}

/** Tells whether the account was registered in this browser, and its password chosen here. */
async function hasRegistered(c: RequestContext, id: string): Promise<boolean> {
  const token = registrationCookie(c)
  if (token === undefined) return false
  forgetRegistration(c)
  return (await redeem(c.var.db, token, 'registration')) === id
}
