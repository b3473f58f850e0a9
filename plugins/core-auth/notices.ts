import type { SQL } from 'drizzle-orm'
import { findService, type RequestContext } from 'lintel/kit'
import type { UserRow } from './users.ts'

/** A change to the credentials of an account. */
export type SignInChange =
  | { readonly kind: 'app-on' | 'factor-off' | 'recovery-codes' }
  | { readonly kind: 'recovery-used'; readonly left: number }
  | { readonly kind: 'passkey-added' | 'passkey-removed'; readonly passkey: string }
  | { readonly kind: 'provider-linked'; readonly provider: string }

/**
 * Prepares the email that tells the owner of an account that the ways to sign in have changed, so that somebody with a
 * stolen session cannot change them secretly. Returns `null` if no active plugin sends mail.
 * @param onlyIf a condition that must hold in the database for the email to be stored. Default: none
 */
export async function prepareSignInNotice(c: RequestContext, user: UserRow, change: SignInChange, onlyIf?: SQL) {
  const mailer = await findService(c, 'email')
  const name = user.firstName === null ? {} : { name: user.firstName }
  const values = { to: user.email, ...name, change, resetUrl: '/auth/forgot-password' }
  return (await mailer?.prepare('sign-in-changed', values, onlyIf)) ?? null
}
