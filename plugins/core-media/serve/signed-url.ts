import { HttpError, hasPermission, type RequestContext, secretOf, settingsOf } from 'lintel/kit'
import { settings } from '../settings.ts'
import { isPrivateKey } from '../storage/keys.ts'

/**
 * Name of the secret that signs addresses of private files. It may contain several keys, separated by commas: the first
 * signs, all verify.
 */
export const URL_SECRET = 'MEDIA_URL_SECRET'

/** Permission of people who may share a private file with everybody who has its address: those who may upload files. */
export const MAY_SHARE = 'media.upload'

/**
 * Returns the address of a file: below `CDN_DOMAIN` if that is set, otherwise a path of this site. The address of a
 * private file is signed for callers who may share it. A signed address works for at least `signedUrlLifetime` seconds,
 * and at most twice that; it stays the same for `signedUrlLifetime` seconds, so that responses with it can be cached.
 * Other callers get a path of this site, which serves the file only to people who are signed in.
 * @throws HttpError `not_configured` for a private file without the secret
 */
export async function addressOf(c: RequestContext, key: string): Promise<string> {
  const path = `/media/serve/${key}`
  if (!isPrivateKey(key)) return `${originOf(c)}${path}`
  if (!hasPermission(c, MAY_SHARE)) return path
  const { signedUrlLifetime } = settingsOf(c, settings)
  const period = Math.floor(Date.now() / 1000 / signedUrlLifetime)
  return signedAddress(c, key, (period + 2) * signedUrlLifetime)
}

/** Returns the address of a file's thumbnail, signed like the file's; `null` if there is none. */
export async function thumbnailAddressOf(
  c: RequestContext,
  { filename, thumbnailUrl }: { readonly filename: string; readonly thumbnailUrl: string | null },
): Promise<string | null> {
  if (thumbnailUrl === null) return null
  const [address = '', signature] = (await addressOf(c, filename)).split('?')
  const origin = address.startsWith('/') ? '' : originOf(c)
  return `${origin}${thumbnailUrl}${signature === undefined ? '' : `&${signature}`}`
}

/**
 * Returns the signed address of a file that works until the given time.
 * @param expires seconds since the epoch
 */
export async function signedAddress(c: RequestContext, key: string, expires: number): Promise<string> {
  const secret = requireUrlSecret(c)
  const mac = await crypto.subtle.sign('HMAC', await importKey(secret), messageOf(key, expires))
  const signature = btoa(String.fromCharCode(...new Uint8Array(mac)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
  return `${originOf(c)}/media/serve/${key}?expires=${expires}&signature=${signature}`
}

/**
 * Returns the secret that signs the addresses of private files. Without this secret, there are no private files.
 * @throws HttpError `not_configured`
 */
export function requireUrlSecret(c: RequestContext): string {
  const [secret] = secretsOf(c)
  if (secret !== undefined) return secret
  throw new HttpError('not_configured', `The secret ${URL_SECRET}, which signs addresses of private files, is not set.`)
}

/**
 * Verifies that the request's `expires` and `signature` were made here for this file, and have not expired.
 * @returns the expiry time in seconds since the epoch; `null` if they are invalid or have expired
 */
export async function verifySignature(c: RequestContext, key: string): Promise<number | null> {
  const expires = Number(c.req.query('expires'))
  const signature = readSignature(c.req.query('signature') ?? '')
  if (!Number.isSafeInteger(expires) || expires <= Date.now() / 1000 || signature === null) return null
  for (const secret of secretsOf(c)) {
    if (await crypto.subtle.verify('HMAC', await importKey(secret), signature, messageOf(key, expires))) return expires
  }
  return null
}

function secretsOf(c: RequestContext): string[] {
  return (secretOf(c, URL_SECRET) ?? '').split(',').filter((secret) => secret !== '')
}

function originOf(c: RequestContext): string {
  const domain = secretOf(c, 'CDN_DOMAIN')
  return domain === undefined ? '' : `https://${domain}`
}

function messageOf(key: string, expires: number): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`media\n${key}\n${expires}`)
}

function importKey(secret: string): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(secret)
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign', 'verify'])
}

/** Decodes a SHA-256 in base64url without padding: 43 characters. */
function readSignature(text: string): Uint8Array<ArrayBuffer> | null {
  if (!/^[\w-]{43}$/.test(text)) return null
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'))
  return Uint8Array.from(binary, (character) => character.charCodeAt(0))
}
