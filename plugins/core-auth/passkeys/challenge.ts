import { HttpError, type RequestContext, randomToken, sealFor, t } from 'lintel/kit'
import { spendOnce } from '../one-time-tokens.ts'

/** For how long a challenge can be answered, in seconds. */
export const CHALLENGE_SECONDS = 300

const { seal, unseal } = sealFor('lintel passkey challenge 1')

/** A challenge as the browser keeps it: nothing is stored before a passkey has answered it. */
export interface NewChallenge {
  /** For the authenticator, base64url. */
  readonly challenge: string
  /** The challenge for one caller and use, sealed: it comes back with the answer. */
  readonly state: string
}

/** @param bound who may answer it, and what for */
export async function newChallenge(c: RequestContext, bound: string): Promise<NewChallenge> {
  const challenge = randomToken()
  return { challenge, state: await seal(c, bound, `${Date.now() + CHALLENGE_SECONDS * 1000}.${challenge}`) }
}

/**
 * Opens a state that came back.
 * @throws HttpError `invalid_token` for one that has expired, or belongs to somebody else
 */
export async function openChallenge(c: RequestContext, bound: string, state: string): Promise<string> {
  const opened = await unseal(c, bound, state).catch(() => null)
  const [, endsAt = '0', challenge = ''] = /^(\d+)\.([\w-]{43})$/.exec(opened ?? '') ?? []
  if (opened !== state && Number(endsAt) > Date.now()) return challenge
  throw expired()
}

/**
 * Marks a challenge as answered, in one statement: of several who answer it at once, one goes on.
 * @throws HttpError `invalid_token` where it was answered before
 */
export async function spendChallenge(c: RequestContext, challenge: string, userId: string): Promise<void> {
  const spent = { purpose: 'passkey', secret: challenge, userId, lifetime: CHALLENGE_SECONDS } as const
  if (!(await spendOnce(c.var.db, spent))) throw expired()
}

function expired(): HttpError {
  return new HttpError('invalid_token', t('This took too long, or was done before. Try again.'))
}
