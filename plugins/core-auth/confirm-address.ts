import { eq, type SQL } from 'drizzle-orm'
import { emit, type RequestContext, users } from 'lintel/kit'
import { forgetApp } from './authenticator/app.ts'
import { forgetRegistration, registrationCookie } from './cookies.ts'
import { endCredentials, forgetConfirmations } from './credentials.ts'
import { redeem } from './one-time-tokens.ts'
import { batchUnlessChanged } from './unless-changed.ts'
import { findUser, type UserRow } from './users.ts'

/** An account whose address was confirmed, and whether its earlier credentials were ended. */
export interface Confirmed {
  readonly user: UserRow
  readonly isClaimed: boolean
}

/**
 * Confirms an account's address for a person who has just proven that it is theirs. Does nothing if the address is
 * confirmed already. Somebody else may have created the account and be waiting for the owner of the address to sign in.
 * The account's earlier credentials (password, second factor, passkeys, linked sign-ins, sessions, API tokens, pending
 * links) are therefore ended, unless the owner is signed in to the account or registered it in this browser. The
 * account keeps its role and content. Every proof of an address that does not set a new password itself must use this
 * function.
 * @param onlyIf a condition that must hold in the database when the address is confirmed. Default: none
 * @returns `undefined` if the account no longer exists
 * @throws HttpError `conflict` if the account is being changed
 */
export async function confirmAddress(c: RequestContext, id: string, onlyIf?: SQL): Promise<Confirmed | undefined> {
  const { db } = c.var
  const before = await findUser(db, id)
  if (!before || before.emailVerified) return before && { user: before, isClaimed: false }
  const isOwn = isSignedInTo(c, id) || (await hasRegistered(c, id))
  const updatedAt = Date.now()
  const claim = isOwn ? {} : { passwordHash: null, secondFactor: false }
  const confirmed = { emailVerified: true, ...claim, updatedAt }
  await batchUnlessChanged(c, { account: before, ...(onlyIf && { onlyIf }) }, [
    db.update(users).set(confirmed).where(eq(users.id, id)),
    forgetConfirmations(db, id),
    ...(isOwn ? [] : [...(await endCredentials(c, id)), ...forgetApp(db, id)]),
  ])
  await emit(c, 'user:update', { actor: id, id, before: { emailVerified: false }, after: { emailVerified: true } })
  return { user: { ...before, ...confirmed }, isClaimed: !isOwn }
}

/**
 * Tells whether the caller is signed in to the account. An API token does not count: the person who created the account
 * may have passed a token on.
 */
function isSignedInTo({ var: { user } }: RequestContext, id: string): boolean {
  return user?.id === id && user.sessionId !== null
}

/**
 * Tells whether the account was registered in this browser, so that its password was chosen here. Uses up the cookie
 * that says so.
 */
async function hasRegistered(c: RequestContext, id: string): Promise<boolean> {
  const token = registrationCookie(c)
  if (token === undefined) return false
  forgetRegistration(c)
  return (await redeem(c.var.db, token, 'registration')) === id
}
