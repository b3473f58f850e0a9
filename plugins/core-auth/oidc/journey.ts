import { HttpError, type RequestContext, randomToken, sealFor, t } from 'lintel/kit'
import { oidcCookie, setOidcCookie } from '../cookies.ts'
import { spendOnce } from '../one-time-tokens.ts'

/** Maximum time that a sign-in at a provider may take, in seconds: people may have to set up an app there first. */
const JOURNEY_SECONDS = 900

const { seal, unseal } = sealFor('lintel oidc 1')

/** A sign-in during which the browser goes to a provider and comes back. */
export interface Journey {
  readonly provider: string
  /** Random value that the provider returns in the ID token. */
  readonly nonce: string
  /** Code verifier of PKCE (RFC 7636), without which the provider does not exchange the code. */
  readonly verifier: string
  /** Address to go to after signing in, as the request gave it. */
  readonly redirect: string | undefined
}

interface Sealed extends Journey {
  /** Expiry time in milliseconds since the epoch. */
  readonly until: number
}

/**
 * Begins a journey for this browser. Nothing is stored until the browser comes back: the journey is sent sealed, as
 * `state`.
 * @returns the parameters for the provider
 */
export async function beginJourney(c: RequestContext, provider: string, redirect: string | undefined) {
  const browser = oidcCookie(c) ?? randomToken()
  setOidcCookie(c, browser, 2 * JOURNEY_SECONDS)
  const journey = { provider, nonce: randomToken(), verifier: randomToken(), redirect }
  const sealed: Sealed = { ...journey, until: Date.now() + JOURNEY_SECONDS * 1000 }
  return { ...journey, state: await seal(c, browser, JSON.stringify(sealed)) }
}

/**
 * Opens the state that a provider has sent back.
 * @throws HttpError `invalid_token` for the state of another browser or provider, or one that has expired
 */
export async function openJourney(c: RequestContext, provider: string, state: string): Promise<Journey> {
  const browser = oidcCookie(c)
  const opened = browser === undefined ? state : await unseal(c, browser, state).catch(() => state)
  if (opened === state) throw overdue()
  const journey = JSON.parse(opened) as Sealed // sealed above
  if (journey.provider !== provider || journey.until < Date.now()) throw overdue()
  return journey
}

/**
 * Ends a journey: only the first of several simultaneous callers may continue.
 * @throws HttpError `invalid_token` if it has already ended
 */
export async function endJourney(c: RequestContext, { nonce }: Journey, userId: string): Promise<void> {
  const spent = { purpose: 'oidc', secret: nonce, userId, lifetime: JOURNEY_SECONDS } as const
  if (!(await spendOnce(c.var.db, spent))) throw overdue()
}

function overdue(): HttpError {
  return new HttpError(
    'invalid_token',
    t('This sign-in took too long, was already finished, or was started in another browser. Try again.'),
  )
}
