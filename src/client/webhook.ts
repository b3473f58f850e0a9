/** `lintel/client/webhook`: verifies and parses webhooks of a service. */
/** A message whose signature has been verified. */
export interface WebhookMessage {
  /** Id of the message, the same for every delivery attempt. Store it for a while to ignore repeated deliveries. */
  readonly id: string
  /** Time of this delivery attempt. */
  readonly sentAt: Date
  /** Name of the event: `content:save`. */
  readonly type: string
  /** Time of the event: ISO 8601, UTC. */
  readonly timestamp: string
  readonly data: { readonly [name: string]: unknown }
}

/** A received webhook: a `Request`, or its headers and its unchanged body. */
export type ReceivedWebhook = Request | { readonly headers: WebhookHeaders; readonly body: string | Uint8Array }

/** `Headers`, or an object as in Node, with names in lower case. */
export type WebhookHeaders = Headers | { readonly [name: string]: string | readonly string[] | undefined }

export interface WebhookOptions {
  /** Maximum difference, in seconds, between the message's time and now, in either direction. Default 300. */
  readonly tolerance?: number
  /** Current time in milliseconds since the epoch. Default: now. */
  readonly now?: number
}

/** A message that cannot be trusted. Respond with 400 and ignore it. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  /**
   * `malformed`: not a webhook; `expired`: too old, or from the future; `signature`: not signed with any of the
   * secrets.
   */
  readonly code: 'malformed' | 'expired' | 'signature'

  constructor(code: WebhookError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Verifies a webhook (Standard Webhooks, HMAC-SHA-256) and returns its message. Needs nothing but Web Crypto.
 * ```ts
 * const message = await verifyWebhook(request, process.env.WEBHOOK_SECRET)
 * ```
 * @param secret `whsec_` followed by base64; while a secret is being replaced, several, as a list or separated by
 * commas
 * @throws WebhookError for a message that cannot be trusted
 * @throws TypeError for an invalid secret
 */
export async function verifyWebhook(
  received: ReceivedWebhook,
  secret: string | readonly string[],
  { tolerance = 300, now = Date.now() }: WebhookOptions = {},
): Promise<WebhookMessage> {
  const header = headerOf(received.headers)
  const id = header('webhook-id')
  const timestamp = header('webhook-timestamp')
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError('malformed', 'webhook-timestamp is not a time')
  if (Math.abs(now / 1000 - Number(timestamp)) > tolerance) {
    throw new WebhookError('expired', 'the message is too old, or from the future')
  }
  const body = await bytesOf(received)
  await requireSignature(header('webhook-signature'), [secret].flat(), concat(`${id}.${timestamp}.`, body))
  return { id, sentAt: new Date(Number(timestamp) * 1000), ...contentOf(body) }
}

function headerOf(headers: WebhookHeaders): (name: string) => string {
  return (name) => {
    const value = headers instanceof Headers ? headers.get(name) : headers[name]
    if (typeof value !== 'string' || value === '') throw new WebhookError('malformed', `${name} is missing`)
    return value
  }
}

async function bytesOf(received: ReceivedWebhook): Promise<Uint8Array> {
  if (received instanceof Request) return new Uint8Array(await received.arrayBuffer())
  return typeof received.body === 'string' ? new TextEncoder().encode(received.body) : received.body
}

function concat(prefix: string, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const start = new TextEncoder().encode(prefix)
  const content = new Uint8Array(start.length + body.length)
  content.set(start)
  content.set(body, start.length)
  return content
}

/** Requires a valid signature. Versions other than v1 are ignored. */
async function requireSignature(header: string, secrets: readonly string[], content: Uint8Array<ArrayBuffer>) {
  const signatures = header.split(' ').flatMap((part) => (part.startsWith('v1,') ? [fromBase64(part.slice(3))] : []))
  for (const secret of secrets.flatMap((each) => each.split(','))) {
    const key = await keyOf(secret)
    for (const signature of signatures) {
      // Web Crypto compares in constant time.
      if (signature && (await crypto.subtle.verify('HMAC', key, signature, content))) return
    }
  }
  throw new WebhookError('signature', 'no signature of the message matches the secret')
}

function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith('whsec_') ? fromBase64(secret.slice('whsec_'.length)) : null
  if (bytes === null || bytes.length < 24) throw new TypeError('a webhook secret is whsec_ followed by base64')
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify'])
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return null // a header may hold anything
  }
}

function contentOf(body: Uint8Array): Pick<WebhookMessage, 'type' | 'timestamp' | 'data'> {
  const content = parse(body)
  const { type, timestamp, data } = content ?? {}
  if (typeof type !== 'string' || typeof timestamp !== 'string' || typeof data !== 'object' || data === null) {
    throw new WebhookError('malformed', 'the body is not a message')
  }
  return { type, timestamp, data: data as WebhookMessage['data'] } // an object of a body that was signed
}

function parse(body: Uint8Array): { readonly [name: string]: unknown } | null {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return null // anyone who holds the secret can sign anything
  }
}
