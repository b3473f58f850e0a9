import { createHash } from 'node:crypto'

/**
 * Returns the SHA-256 of a string in UTF-8, as lower-case hex. It is computed in this thread: handing so little data to
 * another thread, as `crypto.subtle` may, takes longer than the hash itself.
 */
export async function sha256(text: string): Promise<string> {
  return createHash('sha256').update(text).digest('hex')
}

/**
 * Returns random bytes from the platform's cryptographic generator, as base64url without padding. Default 32 bytes (256
 * bits).
 */
export function randomToken(bytes = 32): string {
  const random = crypto.getRandomValues(new Uint8Array(bytes))
  return btoa(String.fromCharCode(...random))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
