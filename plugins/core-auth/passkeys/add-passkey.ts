import { eq } from 'drizzle-orm'
import { emit, HttpError, log, manifestOf, type RequestContext, t } from 'lintel/kit'
import { withMail } from '../mailer.ts'
import { prepareSignInNotice } from '../notices.ts'
import { requireProof } from '../prove-again.ts'
import { requireSession } from '../require-session.ts'
import { passkeys } from '../tables.ts'
import { findUser, type UserRow } from '../users.ts'
import { CHALLENGE_SECONDS, newChallenge, openChallenge, spendChallenge } from './challenge.ts'
import type { NewCredential } from './credential.ts'
import { type PasskeyRow, passkeysOf } from './list-passkeys.ts'
import { relyingParty } from './relying-party.ts'

/** Passkeys that one account may have. */
const MOST = 20
/** ES256, EdDSA and RS256 by their COSE numbers: what all authenticators between them have. */
const ALGORITHMS = [-7, -8, -257]

/**
 * The options with which the caller's browser makes a passkey, and the state that comes back with it.
 * @throws HttpError `conflict` where there are too many, or the host can have none; those of `requireProof`
 */
export async function beginPasskey(c: RequestContext, password: string | undefined) {
  const user = await requireCaller(c)
  const party = relyingParty(c)
  const known = await passkeysOf(c.var.db, user.id)
  if (known.length >= MOST) {
    throw new HttpError('conflict', t('You have {count} passkeys: remove one first.', { count: known.length }))
  }
  await requireProof(c, password)
  const { challenge, state } = await newChallenge(c, boundTo(c))
  const options = {
    rp: { id: party.id, name: manifestOf(c).name },
    user: { id: base64url(user.id), name: user.email, displayName: user.firstName ?? user.username },
    challenge,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: CHALLENGE_SECONDS * 1000,
    attestation: 'none' as const,
    excludeCredentials: known.map(({ id, transports }) => ({
      type: 'public-key' as const,
      id,
      transports: [...transports],
    })),
    authenticatorSelection: { residentKey: 'required' as const, userVerification: 'required' as const },
  }
  return { options, state }
}

/**
 * Adds a passkey to the caller's account, and tells its owner by mail.
 * @throws HttpError `invalid_token` for an answer that does not hold, `conflict` for a passkey that is known
 */
export async function addPasskey(
  c: RequestContext,
  { state, credential, name }: { readonly state: string; readonly credential: NewCredential; readonly name: string },
): Promise<PasskeyRow> {
  const user = await requireCaller(c)
  const challenge = await openChallenge(c, boundTo(c), state)
  const { id, publicKey, counter } = await verified(c, credential, challenge)
  const [known] = await c.var.db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.id, id))
  if (known) throw new HttpError('conflict', t('This passkey is known already.'))
  await spendChallenge(c, challenge, user.id)
  const row = {
    id,
    userId: user.id,
    name,
    publicKey: Buffer.from(publicKey).toString('base64url'),
    signatures: counter,
    transports: credential.response.transports,
    createdAt: Date.now(),
    lastUsedAt: null,
  }
  const insert = c.var.db.insert(passkeys).values(row)
  await withMail(c, [insert], await prepareSignInNotice(c, user, { kind: 'passkey-added', passkey: name }))
  await emit(c, 'user:update', { id: user.id, before: {}, after: { passkey: name } })
  return row
}

/** The key, once everything that the authenticator says of it has been checked. */
async function verified(c: RequestContext, credential: NewCredential, expectedChallenge: string) {
  const { id, origin } = relyingParty(c)
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server')
  try {
    const { verified: holds, registrationInfo } = await verifyRegistrationResponse({
      response: credential as unknown as Parameters<typeof verifyRegistrationResponse>[0]['response'], // it checks again
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

async function requireCaller(c: RequestContext): Promise<UserRow> {
  const user = await findUser(c.var.db, requireSession(c).userId)
  if (!user) throw new HttpError('unauthenticated')
  return user
}

function boundTo(c: RequestContext): string {
  const { userId, sessionId } = requireSession(c)
  return `add:${userId}:${sessionId}`
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url')
}
