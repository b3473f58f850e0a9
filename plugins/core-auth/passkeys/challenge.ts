import { HttpError, type RequestContext, randomToken, sealFor, t } from 'lintel/kit'
import { spendOnce } from '../one-time-tokens.ts'

/** Time for which a challenge is valid, in seconds. */
export const CHALLENGE_SECONDS = 300

const { seal, unseal } = sealFor('lintel passkey challenge 1')

/** A challenge that the browser keeps: nothing is stored until a passkey has signed it. */
export interface NewChallenge {
  /** Challenge for the authenticator, base64url. */
  readonly challenge: string
  /** The challenge, sealed for one caller and purpose: the browser sends it back with the signature. */
  readonly state: string
}

/**
 * Makes a challenge.
 * @param bound the caller and the purpose for which the challenge is valid
 */
export async function newChallenge(c: RequestContext, bound: string): Promise<NewChallenge> {
  const challenge = randomToken()
  return { challenge, state: await seal(c, bound, `${Date.now() + CHALLENGE_SECONDS * 1000}.${challenge}`) }
}

/**
 * Opens a state that a browser has sent back.
 * @throws HttpError `invalid_token` for a state that has expired, or belongs to somebody else
 */
export async function openChallenge(c: RequestContext, bound: string, state: string): Promise<string> {
  const opened = await unseal(c, bound, state).catch(() => null)
  const [, endsAt = '0', challenge = ''] = /^(\d+)\.([\w-]{43})$/.exec(opened ?? '') ?? []
  if (opened !== state && Number(endsAt) > Date.now()) return challenge
  throw expired()
}

/**
 * Marks a challenge as used, in one statement: only one of several simultaneous callers may continue.
 * @throws HttpError `invalid_token` if it was used before
 */
export async function spendChallenge(c: RequestContext, challenge: string, userId: string): Promise<void> {
  const spent = { purpose: 'passkey', secret: challenge, userId, lifetime: CHALLENGE_SECONDS } as const
  if (!(await spendOnce(c.var.db, spent))) throw expired()
}

function expired(): HttpError {
  return new HttpError('invalid_token', t('This passkey request has expired, or was already used. Try again.'))
}
