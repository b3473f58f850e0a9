import {
  clientAddress,
  emit,
  failAttempt,
  forgiveStatement,
  HttpError,
  ownOrigin,
  type RequestContext,
  settingsOf,
  t,
  takeAttempt,
} from 'lintel/kit'
import { calculatePKCECodeChallenge } from 'oauth4webapi'
import type { Challenge } from '../challenge.ts'
import { failuresFrom } from '../limits.ts'
import type { Provider } from '../oidc-settings.ts'
import { settings } from '../settings.ts'
import { continueSignIn, type SignedIn, signInAndTell } from '../sign-in.ts'
import { accountOf } from './account.ts'
import { discover, unavailable } from './ask-provider.ts'
import { exchange } from './exchange.ts'
import { beginJourney, endJourney, openJourney } from './journey.ts'
import type { Person } from './person.ts'

/**
 * Returns the address at a provider to which a browser is sent to sign in (OpenID Connect Core 1.0, section 3.1, with
 * PKCE).
 * @throws HttpError `not_found`, `provider_unavailable`
 */
export async function beginSignIn(c: RequestContext, name: string, redirect: string | undefined): Promise<string> {
  const provider = providerNamed(c, name)
  const { authorization_endpoint: endpoint } = await discover(c, provider)
  if (endpoint === undefined || !URL.canParse(endpoint) || !/^https?:/.test(endpoint)) {
    throw unavailable(c, provider, new Error('the metadata has no authorization_endpoint'))
  }
  const { state, nonce, verifier } = await beginJourney(c, name, redirect)
  const address = new URL(endpoint)
  const parameters = {
    response_type: 'code',
    client_id: provider.clientId,
    redirect_uri: redirectUriOf(c, provider),
    scope: [...new Set(['openid', ...provider.scopes])].join(' '),
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }
  for (const [parameter, value] of Object.entries(parameters)) address.searchParams.set(parameter, value)
  return address.href
}

/** Outcome of a sign-in at a provider, with the address to go to after signing in, as the request gave it. */
export type Returned = (SignedIn | Challenge) & { readonly redirect: string | undefined }

/**
 * Signs in a person whom a provider has sent back. If their account has a second factor, asks for it, unless the config
 * leaves the second factor to the provider.
 * @throws HttpError `not_found`, `invalid_token`, `invalid_credentials`, `forbidden`, `account_inactive`,
 * `email_unverified`, `conflict`, `rate_limited`, `provider_unavailable`, `not_configured`
 */
export async function completeSignIn(c: RequestContext, name: string, state: string): Promise<Returned> {
  const provider = providerNamed(c, name)
  const journey = await openJourney(c, name, state)
  const { db } = c.var
  const attempt = await takeAttempt(db, [failuresFrom(c, 'oidc')])
  const { searchParams: parameters } = new URL(c.req.url)
  const providerResponse = { parameters, state, journey, redirectUri: redirectUriOf(c, provider) }
  const forgiven = forgiveStatement(db, attempt)
  const person = await exchange(c, provider, providerResponse).catch(async (error: unknown) => {
    await (isOutage(error) ? forgiven : failAttempt(db, attempt))
    throw error
  })
  const user = await entitled(c, provider, person).catch(async (error: unknown) => {
    await forgiven
    throw error
  })
  await endJourney(c, journey, user.id).catch(async (error: unknown) => {
    await failAttempt(db, attempt)
    throw error
  })
  const signedIn = provider.askSecondFactor
    ? await continueSignIn(c, user, [forgiven])
    : await signInAndTell(c, user, [forgiven])
  return { ...signedIn, redirect: journey.redirect }
}

/** Finds the account of a person; a refusal is reported to the hooks that listen to sign-ins. */
async function entitled(c: RequestContext, provider: Provider, person: Person) {
  try {
    return await accountOf(c, provider, person)
  } catch (error) {
    const ip = clientAddress(c)
    const details = { ...(person.email === null ? {} : { email: person.email }), ...(ip === null ? {} : { ip }) }
    if (error instanceof HttpError) await emit(c, 'auth:login', { ...details, actor: null })
    throw error
  }
}

function isOutage(error: unknown): boolean {
  return error instanceof HttpError && error.status === 503
}

/**
 * Returns the provider with the given name.
 * @throws HttpError `not_found`
 */
function providerNamed(c: RequestContext, name: string): Provider {
  const provider = settingsOf(c, settings).oidc.find((other) => other.name === name)
  if (provider) return provider
  throw new HttpError('not_found', t('There is no such sign-in provider.'))
}

function redirectUriOf(c: RequestContext, { name }: Provider): string {
  return `${ownOrigin(c)}/auth/oidc/${name}/callback`
}
