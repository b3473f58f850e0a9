import type { Endpoint } from './settings.ts'
import { signedHeaders } from './sign.ts'

export interface Message {
  readonly id: string
  /** Body in JSON, sent unchanged. */
  readonly body: string
}

/** Result of an attempt at a delivery. */
export interface EndpointResponse {
  /** HTTP status; `null` if there was no response. */
  readonly status: number | null
  /** Reason for a failure; `null` for a 2xx. */
  readonly error: string | null
  /** Duration in milliseconds. */
  readonly duration: number
  /** Beginning of the response's body; `null` if there was none. Values of secrets are removed. */
  readonly body: string | null
  /** Time that the endpoint asks to wait, in milliseconds; `null` if it does not ask. */
  readonly retryAfter: number | null
}

/** Maximum number of bytes of a response that are kept. */
const KEPT = 1024

/** Sends a message once. Redirects are not followed: a signed message goes only to the address in the config. */
export async function send(endpoint: Endpoint, message: Message, timeoutSeconds: number): Promise<EndpointResponse> {
  const startedAt = Date.now()
  const end = (result: Omit<EndpointResponse, 'duration'>): EndpointResponse => ({
    ...result,
    duration: Date.now() - startedAt,
  })
  const hide = (text: string) => withoutSecrets(text, endpoint)
  try {
    const response = await fetch(endpoint.url, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutSeconds * 1000),
      headers: {
        ...endpoint.headers,
        'content-type': 'application/json',
        'user-agent': 'Lintel-Webhooks',
        ...(await signedHeaders(endpoint.secret, message.id, startedAt, message.body)),
      },
      body: message.body,
    })
    const { status } = response
    const body = await beginningOf(response)
    return end({ status, error: complaint(status), body: body && hide(body), retryAfter: retryAfterOf(response) })
  } catch (error) {
    const isLate = error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError')
    const reason = isLate ? `no response within ${timeoutSeconds} s` : `no connection: ${hide(messageOf(error))}`
    return end({ status: null, error: reason, body: null, retryAfter: null })
  }
}

function complaint(status: number): string | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? `answered ${status}; redirects are not followed` : `answered ${status}`
}

/**
 * Reads the beginning of a body. If the connection breaks, or time is up, returns the text that has arrived, since the
 * status is already known.
 */
async function beginningOf({ body }: Response): Promise<string | null> {
  if (body === null) return null
  const reader = body.getReader()
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    while (length < KEPT) {
      const { done, value } = await reader.read()
      if (done) break
      chunks.push(value)
      length += value.length
    }
    await reader.cancel()
  } catch {
    // The connection broke, or time is up: the response ends here.
  }
  const bytes = new Uint8Array(length)
  let position = 0
  for (const chunk of chunks) {
    bytes.set(chunk, position)
    position += chunk.length
  }
  const text = new TextDecoder().decode(bytes.subarray(0, KEPT))
  return text === '' ? null : text.replaceAll('\0', '')
}

/** Parses `Retry-After`, in seconds or as a date (RFC 9110, section 10.2.3). */
function retryAfterOf({ headers }: Response): number | null {
  const value = headers.get('retry-after')
  if (value === null) return null
  const milliseconds = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(milliseconds) ? null : Math.max(0, milliseconds)
}

/** Minimum length of a secret: shorter values are not secret, and removing them would mangle the text. */
const SHORTEST_SECRET = 8

/** Removes secrets from text: an endpoint may send back what it received, and its address may itself be a secret. */
function withoutSecrets(text: string, { url, secret, headers }: Endpoint): string {
  const secrets = [...partsOf(url), ...secret.split(','), ...Object.values(headers)]
    .flatMap((value) => [
      value,
      value.replaceAll('/', '\\/'),
      value.replaceAll('&', '&amp;'),
      encodeURIComponent(value),
    ])
    .filter((value) => value.length >= SHORTEST_SECRET)
    .sort((a, b) => b.length - a.length)
  return secrets.reduce((rest, value) => rest.replaceAll(value, '[redacted]'), text)
}

/**
 * Returns the parts of an address that a server may repeat: the address, its path with and without the query, and every
 * part that looks random.
 */
function partsOf(address: string): string[] {
  const url = URL.parse(address)
  if (!url) return [address]
  const { pathname, search, searchParams, username, password } = url
  const words = [...pathname.split('/'), ...searchParams.values()]
  const drawn = [...words, ...words.map(decoded)].filter(
    (word) => /\d/.test(word) || word.length >= 2 * SHORTEST_SECRET,
  )
  return [
    address,
    url.href,
    pathname + search,
    decoded(pathname + search),
    pathname,
    decoded(pathname),
    search,
    username,
    password,
    ...drawn,
  ]
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 500)
}
