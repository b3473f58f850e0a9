import { secretOf, type WithEnv } from 'lintel/kit'

/** The beginning of every sealed text. */
const MARK = 'sealed.1.'
const IV_BYTES = 12

/**
 * A text as it may lie in the database: what it says, links and codes that let somebody in, is for whoever has the
 * service's `JWT_SECRET`, and not for who reads rows or a backup. Without that secret nobody signs in, and the text stays
 * as it is.
 * @param place where it is stored: it opens nowhere else
 */
export async function seal(c: WithEnv, place: string, text: string): Promise<string> {
  const [secret] = secretsOf(c)
  if (secret === undefined) return text
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, await keyOf(secret, place), encode(text))
  return MARK + Buffer.concat([iv, new Uint8Array(sealed)]).toString('base64')
}

/**
 * Opens a sealed text, by any of the secrets that hold now.
 * @throws Error where none of them opens it
 */
export async function unseal(c: WithEnv, place: string, stored: string): Promise<string> {
  if (!stored.startsWith(MARK)) return stored
  const bytes = Buffer.from(stored.slice(MARK.length), 'base64')
  const iv = bytes.subarray(0, IV_BYTES)
  for (const secret of secretsOf(c)) {
    const key = await keyOf(secret, place)
    const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, bytes.subarray(IV_BYTES)).catch(() => null)
    if (opened !== null) return new TextDecoder().decode(opened)
  }
  throw new Error('it was sealed with a JWT_SECRET that the service no longer has')
}

/** The first seals, all open. */
function secretsOf(c: WithEnv): readonly string[] {
  const parts = (secretOf(c, 'JWT_SECRET') ?? '').split(',')
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

async function keyOf(secret: string, place: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', encode(secret), 'HKDF', false, ['deriveKey'])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: encode(place), info: encode('lintel email 1') }
  return crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}
