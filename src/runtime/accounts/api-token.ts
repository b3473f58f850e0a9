/** Letters and digits only, so that a token is always treated as one word, and a double click selects all of it. */
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
const PREFIX = 'lin_'
const RANDOM_LENGTH = 40
const CHECKSUM_LENGTH = 6

/**
 * Generates an API token: `lin_`, 40 random base62 characters (238 bits) and a checksum of 6 characters. With the
 * checksum, secret scanners recognize tokens reliably, and a service rejects a mistyped token without a database query.
 */
export function newApiToken(): string {
  const random = randomBase62(RANDOM_LENGTH)
  return PREFIX + random + checksum(random)
}

/**
 * Tells whether a string has the form of an API token, including the checksum. Only the database knows whether the
 * token exists.
 */
export function isApiToken(text: string): boolean {
  if (!/^lin_[0-9A-Za-z]{46}$/.test(text)) return false
  const random = text.slice(PREFIX.length, PREFIX.length + RANDOM_LENGTH)
  return text.endsWith(checksum(random))
}

function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(64))) {
      // 248 is the largest multiple of 62 in a byte, so that all characters are equally likely.
      if (byte < 248 && text.length < length) text += BASE62[byte % 62]
    }
  }
  return text
}

/** Returns the CRC-32 (ISO 3309) of a string in base62. */
function checksum(text: string): string {
  let crc = 0xffffffff
  for (let index = 0; index < text.length; index += 1) {
    crc ^= text.charCodeAt(index)
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0)
  }
  let rest = (crc ^ 0xffffffff) >>> 0
  let digits = ''
  for (let position = 0; position < CHECKSUM_LENGTH; position += 1) {
    digits = BASE62[rest % 62] + digits
    rest = Math.floor(rest / 62)
  }
  return digits
}
