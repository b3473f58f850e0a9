import type { WithEnv } from '../isolate/runtime.ts'
import { secretOf } from '../plugins/settings.ts'

/** Prefix of every sealed text. */
const MARK = 'sealed.1.'
const IV_BYTES = 12

export interface Seal {
  /**
   * Encrypts text for the database or a browser. Only holders of the service's `JWT_SECRET` can read it: access to the
   * row, a backup or the cookie is not enough. Without that secret, nobody can sign in, and the text is not encrypted.
   * @param place where the text is stored; the text cannot be unsealed for another place
   */
  seal(c: WithEnv, place: string, text: string): Promise<string>
  /**
   * Decrypts sealed text with any of the current secrets. Returns text that is not sealed as it is.
   * @throws Error if none of the secrets fits
   */
  unseal(c: WithEnv, place: string, sealed: string): Promise<string>
}

/**
 * Makes functions that seal text with AES-256-GCM, with keys derived from `JWT_SECRET`.
 * @param purpose what the keys are for; text sealed for one purpose cannot be unsealed for another
 */
export function sealFor(purpose: string): Seal {
  return {
    async seal(c, place, text) {
      const [secret] = secretsOf(c)
      if (secret === undefined) return text
      const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
      const key = await keyOf(secret, place, purpose)
      const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, encode(text))
      return MARK + Buffer.concat([iv, new Uint8Array(sealed)]).toString('base64')
    },
    async unseal(c, place, sealed) {
      if (!sealed.startsWith(MARK)) return sealed
      const bytes = Buffer.from(sealed.slice(MARK.length), 'base64')
      const iv = bytes.subarray(0, IV_BYTES)
      for (const secret of secretsOf(c)) {
        const key = await keyOf(secret, place, purpose)
        const opened = await crypto.subtle
          .decrypt({ name: 'AES-GCM', iv }, key, bytes.subarray(IV_BYTES))
          .catch(() => null)
        if (opened !== null) return new TextDecoder().decode(opened)
      }
      throw new Error('the value was sealed with a JWT_SECRET that the service no longer has')
    },
  }
}

/** Returns the current secrets. The first one is for sealing; all are tried for unsealing. */
function secretsOf(c: WithEnv): readonly string[] {
  const parts = (secretOf(c, 'JWT_SECRET') ?? '').split(',')
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

async function keyOf(secret: string, place: string, purpose: string): Promise<CryptoKey> {
  const material = await crypto.subtle.importKey('raw', encode(secret), 'HKDF', false, ['deriveKey'])
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: encode(place), info: encode(purpose) }
  return crypto.subtle.deriveKey(derivation, material, { name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt'])
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}
