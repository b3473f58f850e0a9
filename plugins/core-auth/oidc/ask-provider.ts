import { environmentOf, HttpError, log, type RequestContext, t } from 'lintel/kit'
import {
  type AuthorizationServer,
  allowInsecureRequests,
  type Client,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  customFetch,
  discoveryRequest,
  None,
  processDiscoveryResponse,
} from 'oauth4webapi'
import { labelOf, type Provider } from '../oidc-settings.ts'

/** Maximum time for a provider's response, in milliseconds: a person is waiting for it. */
const TIMEOUT = 5_000
/** Maximum length of a provider's response, in bytes: keys and claims take a few kilobytes. */
const MOST_BYTES = 262_144
/** Time for which a provider's metadata is kept, in milliseconds. */
const KEPT = 3_600_000
/** Tolerated difference between the clocks of the provider and this service, in seconds. */
const CLOCKS = 30

interface Known {
  readonly server: AuthorizationServer
  readonly until: number
}

/**
 * Metadata, keyed by the provider's settings object, which an isolate reads once. The OAuth library stores the
 * provider's keys with the metadata.
 */
const known = new WeakMap<Provider, Known>()

/**
 * Returns the provider's metadata (OpenID Connect Discovery 1.0), kept for an hour. The issuer in it must be the
 * configured one.
 * @throws HttpError `provider_unavailable`
 */
export async function discover(c: RequestContext, provider: Provider): Promise<AuthorizationServer> {
  const kept = known.get(provider)
  if (kept && kept.until > Date.now()) return kept.server
  try {
    const issuer = new URL(provider.issuer)
    const server = await processDiscoveryResponse(issuer, await discoveryRequest(issuer, asking(c)))
    known.set(provider, { server, until: Date.now() + KEPT })
    return server
  } catch (error) {
    throw unavailable(c, provider, error)
  }
}

/** Forgets a provider's metadata and keys: the next sign-in fetches them again. */
export function forgetProvider(provider: Provider): void {
  known.delete(provider)
}

/**
 * Returns the options for the library: a time limit, a limit on the response's length, and TLS outside development.
 */
export function asking(c: RequestContext) {
  return {
    [customFetch]: boundedFetch,
    [allowInsecureRequests]: environmentOf(c).name === 'development',
    signal: () => AbortSignal.timeout(TIMEOUT),
  }
}

/** Returns the client that represents this service at the provider. */
export function clientOf({ clientId }: Provider): Client {
  return { client_id: clientId, [clockTolerance]: CLOCKS }
}

/**
 * Returns the authentication of this service: the secret, in the header unless the provider accepts it only in the
 * body; none for a public client.
 * @throws HttpError `not_configured` if the config names a secret that the worker does not have
 */
export function proofOf(c: RequestContext, provider: Provider, server: AuthorizationServer): ClientAuth {
  const { name, clientSecret } = provider
  if (clientSecret !== undefined) {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const isBasic = methods.includes('client_secret_basic') || !methods.includes('client_secret_post')
    return isBasic ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret)
  }
  const declared = environmentOf(c).settings['core-auth']?.oidc as readonly Partial<Provider>[] | undefined
  if (declared?.find((other) => other.name === name)?.clientSecret === undefined) return None()
  throw new HttpError('not_configured', `The client secret of the sign-in provider ${name} is not set.`)
}

/** Logs that a provider does not respond, or responds incorrectly, and returns the error for the caller. */
export function unavailable(c: RequestContext, provider: Provider, cause: unknown): HttpError {
  log(c, 'error', { type: 'oidc_unavailable', provider: provider.name, error: String(cause) })
  const text = t('{provider} is not responding as it should. Try again soon, or sign in another way.', {
    provider: labelOf(provider),
  })
  return new HttpError('provider_unavailable', text, { headers: { 'Retry-After': '30' }, cause })
}

/** Works like `fetch`, but reads the whole response, limits its length, and does not follow redirects. */
async function boundedFetch(url: string, init: object): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual' } as RequestInit) // the library declares the same options
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.byteLength
    if (size > MOST_BYTES) throw new Error(`${new URL(url).host} sends more than ${MOST_BYTES} bytes`)
    parts.push(part)
  }
  const { status, headers } = response
  return new Response(size === 0 ? null : Buffer.concat(parts), { status, headers })
}
