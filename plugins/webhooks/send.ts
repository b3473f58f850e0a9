import type { Endpoint } from './settings.ts'
import { signedHeaders } from './sign.ts'

export interface Message {
  readonly id: string
  /** JSON, sent as it is. */
  readonly body: string
}

/** Outcome of an attempt at a delivery. */
export interface EndpointResponse {
  /** Of HTTP; `null` where there was no answer. */
  readonly status: number | null
  /** Explanation of a failure; `null` for a 2xx. */
  readonly error: string | null
  /** In milliseconds. */
  readonly duration: number
  /** Beginning of the response's body; `null` where there was none. Values of secrets are struck out. */
  readonly body: string | null
  /** Time for which the endpoint asks to be left alone, in milliseconds. */
  readonly retryAfter: number | null
}

/** Bytes of an answer that are kept. */
const KEPT = 1024

/** Sends a message once. Redirects are not followed: what is signed goes to the address in the config, nowhere else. */
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
 * Reads the beginning of a body. Text that has come when the connection breaks or time is up counts: the status is
 * known by then.
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
    // the answer ends here
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

/** `Retry-After`, in seconds or as a date (RFC 9110, section 10.2.3). */
function retryAfterOf({ headers }: Response): number | null {
  const value = headers.get('retry-after')
  if (value === null) return null
  const milliseconds = /^\d{1,9}$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now()
  return Number.isNaN(milliseconds) ? null : Math.max(0, milliseconds)
}

/** Shorter values are no secrets, and striking them out would mangle the text. */
const SHORTEST_SECRET = 8

/** An endpoint may send back what it was sent, and its address may itself be a secret. */
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

/** An address, its path with and without the query, and whatever in them looks as if it had been drawn: a server repeats any of it. */
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
