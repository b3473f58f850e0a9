/** Headers that identify and sign a message. */
export interface SignedHeaders {
  readonly 'webhook-id': string
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
}

/**
 * Signs a message as in Standard Webhooks: HMAC-SHA-256 of `<id>.<timestamp>.<body>`, once with each key.
 * @param secret `whsec_` followed by the key in base64; several are separated by commas
 * @param at milliseconds since the epoch
 */
export async function signedHeaders(secret: string, id: string, at: number, body: string): Promise<SignedHeaders> {
  const timestamp = String(Math.floor(at / 1000))
  const content = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  const signatures = await Promise.all(secret.split(',').map((one) => signature(one, content)))
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}

async function signature(secret: string, content: Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = Uint8Array.from(atob(secret.slice('whsec_'.length)), (character) => character.charCodeAt(0))
  const key = await crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  const digest = await crypto.subtle.sign('HMAC', key, content)
  return `v1,${btoa(String.fromCharCode(...new Uint8Array(digest)))}`
}
