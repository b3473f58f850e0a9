import { DeliveryError } from './provider.ts'

/** Maximum time for a provider's response, in milliseconds. */
const TIMEOUT = 15_000

/**
 * Status codes with which the message itself is refused. Any other status may be temporary: a wrong key gets replaced,
 * a limit ends.
 */
const PERMANENT = new Set([400, 413, 422])

export interface JsonRequest {
  readonly provider: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: unknown
}

export interface JsonResponse {
  readonly headers: Headers
  /** Body of the response; `null` if it is not JSON. */
  readonly body: unknown
}

/**
 * Posts JSON to a provider's API. Redirects are not followed, since the key is only for this address.
 * @throws DeliveryError if there is no response, or its status is not 2xx
 */
export async function postJson({ provider, url, headers, body }: JsonRequest): Promise<JsonResponse> {
  const response = await post(provider, url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT),
  })
  const text = await response.text().catch(() => '')
  const parsed = parse(text)
  if (response.ok) return { headers: response.headers, body: parsed }
  const why = explanation(parsed) ?? text.slice(0, 200)
  throw new DeliveryError(`${provider} answered ${response.status}${why === '' ? '' : `: ${why}`}`, {
    permanent: PERMANENT.has(response.status),
    retryAfter: retryAfter(response.headers),
  })
}

async function post(provider: string, url: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(url, init)
  } catch (error) {
    throw new DeliveryError(`${provider} cannot be reached: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Finds the error message in a provider's response: `message`, `Message` or the first of `errors`. */
function explanation(body: unknown): string | undefined {
  const message = property(body, 'message') ?? property(body, 'Message')
  if (typeof message === 'string') return message
  const errors = property(body, 'errors')
  const first = Array.isArray(errors) ? property(errors[0], 'message') : undefined
  return typeof first === 'string' ? first : undefined
}

/** Returns a property of any JSON value; `undefined` if it has no such property. */
export function property(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return (value as Record<string, unknown>)[name] // an object with unknown properties
}

/** Returns a property that is a string; `null` if there is none. */
export function textProperty(value: unknown, name: string): string | null {
  const found = property(value, name)
  return typeof found === 'string' ? found : null
}

/** Parses `Retry-After` into seconds (RFC 9110, section 10.2.3): a number, or a date. */
function retryAfter(headers: Headers): number | undefined {
  const value = headers.get('retry-after')
  if (value === null) return undefined
  const seconds = /^\d+$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}
