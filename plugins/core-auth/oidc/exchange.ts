import { HttpError, log, type RequestContext, t } from 'lintel/kit'
import {
  AuthorizationResponseError,
  type AuthorizationServer,
  authorizationCodeGrantRequest,
  getValidatedIdTokenClaims,
  KEY_SELECTION,
  OperationProcessingError,
  PARSE_ERROR,
  processAuthorizationCodeResponse,
  processUserInfoResponse,
  RESPONSE_IS_NOT_CONFORM,
  RESPONSE_IS_NOT_JSON,
  ResponseBodyError,
  UnsupportedOperationError,
  userInfoRequest,
  validateApplicationLevelSignature,
  validateAuthResponse,
} from 'oauth4webapi'
import { labelOf, type Provider } from '../oidc-settings.ts'
import { asking, clientOf, discover, forgetProvider, proofOf, unavailable } from './ask-provider.ts'
import type { Journey } from './journey.ts'
import { type Claims, isIncomplete, type Person, personIn } from './person.ts'

/** The parameters with which a provider has sent a browser back. */
export interface ProviderResponse {
  readonly parameters: URLSearchParams
  readonly state: string
  readonly journey: Journey
  readonly redirectUri: string
}

/**
 * Exchanges the code for a person's claims. Checks issuer, audience, nonce, times and signature of the ID token.
 * @throws HttpError `invalid_token` for invalid parameters, `invalid_credentials` if the provider did not sign the
 * person in, `provider_unavailable`, `not_configured`
 */
export async function exchange(
  c: RequestContext,
  provider: Provider,
  providerResponse: ProviderResponse,
): Promise<Person> {
  const server = await discover(c, provider)
  const client = clientOf(provider)
  const proof = proofOf(c, provider, server)
  try {
    const parameters = validateAuthResponse(server, client, providerResponse.parameters, providerResponse.state)
    const { verifier, nonce: expectedNonce } = providerResponse.journey
    const { redirectUri } = providerResponse
    const response = await authorizationCodeGrantRequest(
      server,
      client,
      proof,
      parameters,
      redirectUri,
      verifier,
      asking(c),
    )
    const tokens = await processAuthorizationCodeResponse(server, client, response, {
      expectedNonce,
      requireIdToken: true,
    })
    await checkSignature(c, provider, server, response)
    const idToken = (getValidatedIdTokenClaims(tokens) ?? {}) as Claims // the call above requires them
    if (idToken.sub === '') throw new OperationProcessingError('the ID token identifies nobody: its sub is empty')
    const userInfo = isIncomplete(provider, idToken) ? await askForMore(c, server, tokens.access_token, idToken) : {}
    return personIn(provider, server.issuer, { idToken, userInfo })
  } catch (error) {
    throw refusalFor(c, provider, error)
  }
}

/**
 * Checks the signature of the ID token with the provider's keys. If no key fits, fetches the keys once more: they may
 * have been replaced.
 */
async function checkSignature(
  c: RequestContext,
  provider: Provider,
  server: AuthorizationServer,
  response: Response,
): Promise<void> {
  try {
    await validateApplicationLevelSignature(server, response, asking(c))
  } catch (error) {
    if (!(error instanceof OperationProcessingError) || error.code !== KEY_SELECTION) throw error
    forgetProvider(provider)
    // Keys are cached for each server object: for a copy, they are fetched again.
    await validateApplicationLevelSignature({ ...server }, response, asking(c))
  }
}

/**
 * Fetches the claims from the provider's userinfo endpoint; their `sub` must equal that of the ID token. Returns no
 * claims if the provider has no such endpoint.
 */
async function askForMore(
  c: RequestContext,
  server: AuthorizationServer,
  accessToken: string,
  { sub, aud }: Claims,
): Promise<Claims> {
  if (server.userinfo_endpoint === undefined) return {}
  const client = { client_id: String(aud) }
  const response = await userInfoRequest(server, client, accessToken, asking(c))
  return processUserInfoResponse(server, client, String(sub), response) as Promise<Claims>
}

/** Error codes of malformed responses. */
const ILL = new Set([RESPONSE_IS_NOT_CONFORM, RESPONSE_IS_NOT_JSON, PARSE_ERROR])

function refusalFor(c: RequestContext, provider: Provider, error: unknown): HttpError {
  if (error instanceof HttpError) return error
  const { name } = provider
  if (error instanceof AuthorizationResponseError) {
    log(c, 'warn', { type: 'oidc_refused', provider: name, error: error.error })
    const text = t('{provider} did not sign you in. Try again, or sign in another way.', {
      provider: labelOf(provider),
    })
    return new HttpError('invalid_credentials', text)
  }
  const isIll = error instanceof OperationProcessingError && ILL.has(error.code ?? '')
  const isRefused =
    error instanceof ResponseBodyError
      ? error.error === 'invalid_grant'
      : error instanceof OperationProcessingError || error instanceof UnsupportedOperationError
  if (isIll || !isRefused) return unavailable(c, provider, error)
  log(c, 'warn', { type: 'oidc_refused', provider: name, error: String(error) })
  const text = t('What {provider} says about you could not be verified. Sign in again.', {
    provider: labelOf(provider),
  })
  return new HttpError('invalid_token', text, { cause: error })
}
