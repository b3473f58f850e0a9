import { environmentOf, HttpError, secretOf, type WithEnv } from 'lintel/kit'

/** Minimum length of a key, in bytes: HS256 needs a key at least as long as its hash (RFC 7518, section 3.2). */
const MIN_BYTES = 32

type Keys = readonly [Uint8Array, ...Uint8Array[]]

/** Parsed keys, keyed by the secret that contains them: one secret always returns the same object. */
const known = new Map<string, Keys>()

/**
 * Returns the keys in `JWT_SECRET`, which may contain several separated by commas: the first one signs, all verify.
 * @throws HttpError `not_configured` if there is no key, or, outside development, if a key has fewer than 32 bytes
 */
export function signingKeys(c: WithEnv): Keys {
  const secret = secretOf(c, 'JWT_SECRET') ?? ''
  const keys = known.get(secret) ?? remember(secret)
  if (environmentOf(c).name !== 'development' && keys.some((key) => key.length < MIN_BYTES)) {
    throw new HttpError(
      'not_configured',
      `The secret JWT_SECRET is too short: each of its comma-separated parts needs at least ${MIN_BYTES} bytes.`,
    )
  }
  return keys
}

function remember(secret: string): Keys {
  const parts = secret
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
  const [first, ...others] = parts.map((part) => new TextEncoder().encode(part))
  if (!first) throw new HttpError('not_configured', 'The secret JWT_SECRET is not set.')
  const keys: Keys = [first, ...others]
  known.set(secret, keys)
  return keys
}
