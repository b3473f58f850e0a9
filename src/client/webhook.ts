/** `lintel/client/webhook`: receives what a service sends. */
/** A message that a service has sent, once it is known to come from there. */
export interface WebhookMessage {
  /** The same for every attempt at one message: remember it for a while, and a message that comes twice counts once. */
  readonly id: string
  /** Time of this attempt. */
  readonly sentAt: Date
  /** The event: `content:save`. */
  readonly type: string
  /** Time of the event: ISO 8601, UTC. */
  readonly timestamp: string
  readonly data: { readonly [name: string]: unknown }
}

/** A received webhook: a `Request`, or its headers and its body exactly as they came. */
export type ReceivedWebhook = Request | { readonly headers: WebhookHeaders; readonly body: string | Uint8Array }

/** `Headers`, or an object as Node has it, with names in lower case. */
export type WebhookHeaders = Headers | { readonly [name: string]: string | readonly string[] | undefined }

export interface WebhookOptions {
  /** Maximum age of a message, and how far ahead its clock may be, in seconds. Default 300. */
  readonly tolerance?: number
  /** Milliseconds since the epoch. Default: now. */
  readonly now?: number
}

/** A message that cannot be trusted: answer 400 and do nothing else with it. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  /** `malformed`: it is no webhook; `expired`: it is too old, or from the future; `signature`: no secret made it. */
  readonly code: 'malformed' | 'expired' | 'signature'

  constructor(code: WebhookError['code'], message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Verifies a webhook (Standard Webhooks, HMAC-SHA-256) and returns what it says. Needs nothing but Web Crypto.
 * ```ts
 * const message = await verifyWebhook(request, process.env.WEBHOOK_SECRET)
 * ```
 * @param secret `whsec_` and base64; several, in a list or separated by commas, while one replaces another
 * @throws WebhookError for a message that is not to be trusted
 * @throws TypeError for a secret that is none
 */
export async function verifyWebhook(
  received: ReceivedWebhook,
  secret: string | readonly string[],
  { tolerance = 300, now = Date.now() }: WebhookOptions = {},
): Promise<WebhookMessage> {
  const header = headerOf(received.headers)
  const id = header('webhook-id')
  const timestamp = header('webhook-timestamp')
  if (!/^\d{1,12}$/.test(timestamp)) throw new WebhookError('malformed', 'webhook-timestamp is no time')
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

/** Versions other than v1 are passed over. */
async function requireSignature(header: string, secrets: readonly string[], content: Uint8Array<ArrayBuffer>) {
  const signatures = header.split(' ').flatMap((part) => (part.startsWith('v1,') ? [fromBase64(part.slice(3))] : []))
  for (const secret of secrets.flatMap((each) => each.split(','))) {
    const key = await keyOf(secret)
    for (const signature of signatures) {
      // Web Crypto compares in constant time.
      if (signature && (await crypto.subtle.verify('HMAC', key, signature, content))) return
    }
  }
  throw new WebhookError('signature', 'no signature of the message was made with the secret')
}

function keyOf(secret: string): Promise<CryptoKey> {
  const bytes = secret.startsWith('whsec_') ? fromBase64(secret.slice('whsec_'.length)) : null
  if (bytes === null || bytes.length < 24) throw new TypeError('the secret of a webhook is whsec_ and base64')
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
    throw new WebhookError('malformed', 'the body is no message')
  }
  return { type, timestamp, data: data as WebhookMessage['data'] } // an object of a body that was signed
}

function parse(body: Uint8Array): { readonly [name: string]: unknown } | null {
  try {
    return JSON.parse(new TextDecoder().decode(body))
  } catch {
    return null // whoever holds the secret may sign anything
  }
}
