import { createHash } from 'node:crypto'

/**
 * SHA-256 of a text in UTF-8, as lower-case hex. It is computed at once: handing so little to another thread, as
 * `crypto.subtle` may, takes longer than the hash.
 */
export async function sha256(text: string): Promise<string> {
  return createHash('sha256').update(text).digest('hex')
}

/** Random bytes from the platform's cryptographic generator, base64url without padding. Default 32 bytes (256 bits). */
export function randomToken(bytes = 32): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes))
  return btoa(String.fromCharCode(...random))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
