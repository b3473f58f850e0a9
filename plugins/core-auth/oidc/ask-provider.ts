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

/** Time that a provider has for a response, in milliseconds: somebody waits for it. */
const TIMEOUT = 5_000
/** Longest response of a provider, in bytes: keys and claims are a few kilobytes. */
const MOST_BYTES = 262_144
/** Time for which a provider's metadata is kept, in milliseconds. */
const KEPT = 3_600_000
/** Difference of the clocks that is forgiven, in seconds. */
const CLOCKS = 30

interface Known {
  readonly server: AuthorizationServer
  readonly until: number
}

/** By the provider's settings, which an isolate reads once. The library keeps the keys with the metadata. */
const known = new WeakMap<Provider, Known>()

/**
 * The provider's metadata (OpenID Connect Discovery 1.0), kept for an hour. The issuer in it is the configured one.
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

/** The next sign-in asks for metadata and keys anew. */
export function forgetProvider(provider: Provider): void {
  known.delete(provider)
}

/** Options for the library: it asks in time, over TLS outside of development, and for no more than fits. */
export function asking(c: RequestContext) {
  return {
    [customFetch]: boundedFetch,
    [allowInsecureRequests]: environmentOf(c).name === 'development',
    signal: () => AbortSignal.timeout(TIMEOUT),
  }
}

/** This service, as the provider knows it. */
export function clientOf({ clientId }: Provider): Client {
  return { client_id: clientId, [clockTolerance]: CLOCKS }
}

/**
 * The proof that it is this service that asks: the secret, in the header unless the provider takes it in the body alone.
 * @throws HttpError `not_configured` where the config names a secret that the worker does not have
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

/** A provider that does not respond, or responds with something else than it should: logged. */
export function unavailable(c: RequestContext, provider: Provider, cause: unknown): HttpError {
  log(c, 'error', { type: 'oidc_unavailable', provider: provider.name, error: String(cause) })
  const text = t('{provider} is not responding as it should. Try again soon, or sign in another way.', {
    provider: labelOf(provider),
  })
  return new HttpError('provider_unavailable', text, { headers: { 'Retry-After': '30' }, cause })
}

/** As `fetch`, for a response that is read at once and has an end. */
async function boundedFetch(url: string, init: object): Promise<Response> {
  const response = await fetch(url, { ...init, redirect: 'manual' } as RequestInit) // the library's type of the same
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
