import { eq } from 'drizzle-orm'
import { HttpError, log, manifestOf, type RequestContext, t } from 'lintel/kit'
import { passkeys } from '../tables.ts'
import { CHALLENGE_SECONDS, newChallenge, openChallenge, spendChallenge } from './challenge.ts'
import { type NewCredential, requireOwnPage } from './credential.ts'
import type { PasskeyRow } from './list-passkeys.ts'
import { relyingParty } from './relying-party.ts'

/** COSE numbers of ES256, EdDSA and RS256: every authenticator supports at least one of them. */
const ALGORITHMS = [-7, -8, -257]

/** The account that a passkey is created for; it need not exist yet. */
export interface PasskeyOwner {
  readonly id: string
  readonly email: string
  readonly displayName: string
  /** Passkeys that the account already has: an authenticator that holds one of them does not create another. */
  readonly known: readonly PasskeyRow[]
}

/**
 * Returns the options with which a browser creates a passkey, and the state that it must send back.
 * @param bound the caller who may send the state back
 * @throws HttpError `conflict` if the host cannot have passkeys
 */
export async function passkeyOptionsFor(c: RequestContext, owner: PasskeyOwner, bound: string) {
  const party = relyingParty(c)
  const { challenge, state } = await newChallenge(c, bound)
  const options = {
    rp: { id: party.id, name: manifestOf(c).name },
    user: {
      id: userHandleOf(owner.id),
      name: owner.email,
      displayName: owner.displayName,
    },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: CHALLENGE_SECONDS * 1000,
    attestation: 'none' as const,
    excludeCredentials: owner.known.map(({ id, transports }) => ({
      type: 'public-key' as const,
      id,
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'required' as const, userVerification: 'required' as const },
  }
  return { options, state }
}

/** Returns the id of the account that an authenticator stores with its passkey, base64url. */
export function userHandleOf(userId: string): string {
  return Buffer.from(userId).toString('base64url')
}

/** A passkey that a browser has created. */
export interface MadePasskey {
  readonly state: string
  readonly credential: NewCredential
  readonly name: string
  readonly userId: string
  /** The caller who may send the passkey. */
  readonly bound: string
}

/**
 * Checks everything that the authenticator says about a new passkey, uses up its challenge, and returns its row.
 * @throws HttpError `invalid_token` for an invalid credential, or an expired or used challenge; `conflict` for a
 * passkey that exists already
 */
export async function readPasskey(
  c: RequestContext,
  { state, credential, name, userId, bound }: MadePasskey,
): Promise<PasskeyRow> {
  const challenge = await openChallenge(c, bound, state)
  const { id, publicKey, counter } = await verified(c, credential, challenge)
  const [known] = await c.var.db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.id, id))
  if (known) throw new HttpError('conflict', t('This passkey has already been added.'))
  await spendChallenge(c, challenge, userId)
  return {
    id,
    userId,
    name,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    signatures: counter,
    transports: credential.response.transports,
    createdAt: Date.now(),
    lastUsedAt: null,
  }
}

async function verified(c: RequestContext, credential: NewCredential, expectedChallenge: string) {
  const { id, origin } = relyingParty(c)
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    requireOwnPage(credential.response)
    const { verified: holds, registrationInfo } = await verifyRegistrationResponse({
      // The library checks the credential.
      response: credential as unknown as Parameters<typeof verifyRegistrationResponse>[0]['response'],
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (holds && registrationInfo) return registrationInfo.credential
  } catch (error) {
    log(c, 'warn', { type: 'passkey_refused', error: String(error) })
  }
  throw new HttpError('invalid_token', t('The passkey could not be verified. Try again.'))
}
