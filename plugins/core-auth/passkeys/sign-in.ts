import { and, eq, lt } from 'drizzle-orm'
import {
  clientAddress,
  emit,
  failAttempt,
  forgiveStatement,
  HttpError,
  log,
  type RequestContext,
  randomToken,
  settingsOf,
  t,
  takeAttempt,
} from 'lintel/kit'
import { passkeyCookie, setPasskeyCookie } from '../cookies.ts'
import { failuresFrom } from '../limits.ts'
import { settings } from '../settings.ts'
import { type SignedIn, signInAndTell } from '../sign-in.ts'
import { passkeys } from '../tables.ts'
import { findUser } from '../users.ts'
import { CHALLENGE_SECONDS, newChallenge, openChallenge, spendChallenge } from './challenge.ts'
import { type AssertedCredential, requireOwnPage } from './credential.ts'
import type { PasskeyRow } from './list-passkeys.ts'
import { userHandleOf } from './make-passkey.ts'
import { relyingParty } from './relying-party.ts'

/**
 * Returns the options with which a browser signs in with any passkey of this service, and the state that it must send
 * back. The options name no account.
 * @throws HttpError `conflict` if the host cannot have passkeys
 */
export async function beginPasskeySignIn(c: RequestContext) {
  const { id } = relyingParty(c)
  const browser = passkeyCookie(c) ?? randomToken()
  setPasskeyCookie(c, browser, 2 * CHALLENGE_SECONDS)
  const { challenge, state } = await newChallenge(c, boundTo(browser))
  const options = {
    challenge,
    rpId: id,
    timeout: CHALLENGE_SECONDS * 1000,
    userVerification: 'required' as const,
    allowCredentials: [],
  }
  return { options, state }
}

/**
 * Signs in with a passkey, which counts as both factors: something that its owner has, unlocked by something that they
 * know or are.
 * @throws HttpError `invalid_token` for a challenge that has expired or was used before; `invalid_credentials`,
 * `rate_limited`, `account_inactive`, `email_unverified`; `conflict` if the host cannot have passkeys, or the account
 * is being changed
 */
export async function signInWithPasskey(
  c: RequestContext,
  { state, credential }: { readonly state: string; readonly credential: AssertedCredential },
): Promise<SignedIn> {
  const { db } = c.var
  const challenge = await openChallenge(c, boundTo(passkeyCookie(c) ?? ''), state)
  const attempt = await takeAttempt(db, [failuresFrom(c, 'passkey')])
  const [known] = await db.select().from(passkeys).where(eq(passkeys.id, credential.id))
  const signatures = known ? await signaturesAfter(c, known, credential, challenge) : null
  const user = known && signatures !== null ? await findUser(db, known.userId) : undefined
  if (!known || signatures === null || !user) {
    await failAttempt(db, attempt)
    const ip = clientAddress(c)
    await emit(c, 'auth:login', { actor: null, ...(ip === null ? {} : { ip }) })
    throw noAccount()
  }
  await forgiveStatement(db, attempt)
  if (!user.isActive) throw new HttpError('account_inactive', t('This account has been deactivated.'))
  if (!user.emailVerified && settingsOf(c, settings).requireVerifiedEmail) {
    throw new HttpError('email_unverified', t('First open the link in the email that was sent to this address.'))
  }
  await spendChallenge(c, challenge, user.id)
  if (!(await countSignature(c, known, signatures))) {
    await failAttempt(db, attempt)
    log(c, 'warn', { type: 'passkey_refused', error: 'its number of signatures does not increase' })
    throw noAccount()
  }
  return signInAndTell(c, user, [])
}

/**
 * Stores the number of signatures that a passkey has made if it is higher than the stored one (WebAuthn, section 7.2,
 * step 22), or both are 0: authenticators that do not count always report 0. Returns whether it was stored. Of
 * simultaneous sign-ins with the same number above 0, only one succeeds.
 */
async function countSignature(c: RequestContext, { id, userId }: PasskeyRow, signatures: number): Promise<boolean> {
  const goesOn = signatures === 0 ? eq(passkeys.signatures, 0) : lt(passkeys.signatures, signatures)
  const counted = await c.var.db
    .update(passkeys)
    .set({ signatures, lastUsedAt: Date.now() })
    .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId), goesOn))
    .returning({ id: passkeys.id })
  return counted.length > 0
}

function noAccount(): HttpError {
  return new HttpError('invalid_credentials', t('This passkey does not belong to an account here.'))
}

/** Verifies a signature and returns the authenticator's number of signatures; `null` if the signature is invalid. */
async function signaturesAfter(
  c: RequestContext,
  { id, userId, publicKey, signatures }: PasskeyRow,
  credential: AssertedCredential,
  expectedChallenge: string,
): Promise<number | null> {
  const party = relyingParty(c)
  const { verifyAuthenticationResponse } = await import('@simplewebauthn/server')
  try {
    requireOwnPage(credential.response)
    const { userHandle } = credential.response
    if (userHandle && userHandle !== userHandleOf(userId)) throw new Error('the passkey belongs to another account')
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      // The library checks the credential.
      response: credential as unknown as Parameters<typeof verifyAuthenticationResponse>[0]['response'],
      expectedChallenge,
      expectedOrigin: party.origin,
      expectedRPID: party.id,
      requireUserVerification: true,
      credential: { id, publicKey: Uint8Array.from(Buffer.from(publicKey, 'base64url')), counter: signatures },
    })
    return verified ? authenticationInfo.newCounter : null
  } catch (error) {
    log(c, 'warn', { type: 'passkey_refused', error: String(error) })
    return null
  }
}

function boundTo(browser: string): string {
  return `sign-in:${browser}`
}
