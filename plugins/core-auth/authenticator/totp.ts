/** Time-based one-time passwords (RFC 6238), as authenticator apps expect them: HMAC-SHA-1, six digits, 30 seconds. */

const PERIOD_SECONDS = 30
const DIGITS = 6
/** Number of bytes in a secret: the length of the hash (RFC 4226, section 4, R6). */
const SECRET_BYTES = 20
/** Number of periods that a clock may be wrong, in each direction (RFC 6238, section 5.2). */
const DRIFT = 1

export function newTotpSecret(): Uint8Array<ArrayBuffer> {
  return crypto.getRandomValues(new Uint8Array(SECRET_BYTES))
}

/** Returns the number of the period that contains a time. */
export function periodAt(milliseconds: number): number {
  return Math.floor(milliseconds / 1000 / PERIOD_SECONDS)
}

/**
 * Finds the period to which a code belongs, among those near a time. Always compares with every period, so that the
 * time taken reveals nothing.
 * @param code the code as it was typed; spaces are ignored
 * @returns `null` for a wrong code
 */
export async function periodOfCode(
  secret: Uint8Array<ArrayBuffer>,
  code: string,
  milliseconds: number,
): Promise<number | null> {
  const typed = code.replace(/\s/g, '')
  const now = periodAt(milliseconds)
  let found: number | null = null
  for (let period = now - DRIFT; period <= now + DRIFT; period += 1) {
    if (areEqual(await totpCode(secret, period), typed)) found = period
  }
  return found
}

/** Returns the code of a period (RFC 4226, section 5.3). */
export async function totpCode(secret: Uint8Array<ArrayBuffer>, period: number): Promise<string> {
  const counter = new DataView(new ArrayBuffer(8))
  counter.setBigUint64(0, BigInt(period))
  const key = await crypto.subtle.importKey('raw', secret, { name: 'HMAC', hash: 'SHA-1' }, false, ['sign'])
  const hash = new DataView(await crypto.subtle.sign('HMAC', key, counter.buffer))
  const offset = hash.getUint8(hash.byteLength - 1) & 0xf
  const number = hash.getUint32(offset) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** Compares two strings in a time that does not depend on where they differ. */
function areEqual(right: string, typed: string): boolean {
  let difference = right.length ^ typed.length
  for (let index = 0; index < right.length; index += 1) {
    difference |= right.charCodeAt(index) ^ typed.charCodeAt(index)
  }
  return difference === 0
}

/**
 * Returns the address that an authenticator app reads from the QR code ("Key Uri Format" of Google Authenticator).
 * @param issuer name of the service
 * @param account email of the account
 */
export function totpAddress(secret: string, issuer: string, account: string): string {
  const label = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  return `otpauth://totp/${label}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
}
