import type { AskApi } from '../../mcp/content-tools.ts'
import { Failure } from '../failure.ts'
import type { LocalProject } from './local-project.ts'

/** Environment variable that holds an API token. The token is only sent to the service, in a header. */
const TOKEN = 'CMS_TOKEN'

/** Maximum time to wait for a response of the service, in milliseconds. */
const PATIENCE = 15_000

/**
 * Returns a function that sends requests to the service at the project's address, with the token in the environment
 * variable if it is set.
 */
export function askService({ url, variables }: LocalProject): AskApi {
  return async (path, signal) => {
    const address = new URL(path, url)
    const token = variables[TOKEN]
    if (token) requireSafe(address)
    const response = await fetch(address, {
      headers: { accept: 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      // A redirect could send the token to another server.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PATIENCE)]),
    }).catch(() => {
      signal.throwIfAborted()
      throw new Failure(`No service answers at ${address.origin}.`, {
        hint: 'Start it with `cms dev`, or start `cms mcp` with --url and the address of a running service.',
      })
    })
    const body = await response.json().catch(() => null)
    const isSignedIn = token !== undefined && token !== ''
    return { ok: response.ok && body !== null, body, refusal: () => refusal(response.status, body, isSignedIn) }
  }
}

/**
 * Requires an encrypted connection, or a service on this machine.
 * @throws Failure for any other address
 */
function requireSafe({ protocol, hostname, origin }: URL): void {
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname) || hostname.endsWith('.localhost')
  if (protocol === 'https:' || isLocal) return
  throw new Failure(`${TOKEN} is not sent to ${origin}, since that is not encrypted.`, { hint: 'Use https.' })
}

function refusal(status: number, body: unknown, isSignedIn: boolean): Failure {
  const { detail, title } = (body ?? {}) as { readonly detail?: string; readonly title?: string } // a problem (RFC 9457)
  const message = `The service refused with ${status}: ${detail ?? title ?? 'it gives no reason'}`
  if (status === 400)
    return new Failure(message, { hint: 'Search the docs with search_docs for the filters of lists.' })
  const hint = isSignedIn
    ? 'The rules of the collection decide what the account of the token may read.'
    : `The request was anonymous, and can read only published documents that are public. For more, set ${TOKEN} in the environment of cms mcp.`
  return new Failure(message, { hint })
}
