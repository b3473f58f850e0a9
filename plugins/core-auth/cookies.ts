import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import { type RequestContext, settingsOf } from 'lintel/kit'
import { settings } from './settings.ts'

const ACCESS = 'auth_token'
const REFRESH = 'refresh_token'
const REGISTRATION = 'registration'
const PASSKEY = 'passkey'
const OIDC = 'oidc'
/** The addresses that lead to a provider and back. */
const OIDC_PATH = '/auth/oidc'
/** The one address that is told of a registration. */
const VERIFICATION_PATH = '/auth/verify-email'

/** Attributes as contract, section 4, has them. */
function attributes(c: RequestContext, sameSite: 'Lax' | 'Strict'): CookieOptions {
  return { httpOnly: true, sameSite, path: '/', secure: new URL(c.req.url).protocol === 'https:' }
}

/** Gives the browser both tokens, each for as long as it works. */
export function setAuthCookies(c: RequestContext, tokens: { token: string; refreshToken: string }): void {
  const { tokenExpiration, refreshExpiration } = settingsOf(c, settings)
  setCookie(c, ACCESS, tokens.token, { ...attributes(c, 'Lax'), maxAge: tokenExpiration })
  setCookie(c, REFRESH, tokens.refreshToken, { ...attributes(c, 'Strict'), maxAge: refreshExpiration })
}

export function clearAuthCookies(c: RequestContext): void {
  deleteCookie(c, ACCESS, attributes(c, 'Lax'))
  deleteCookie(c, REFRESH, attributes(c, 'Strict'))
}

export function accessCookie(c: RequestContext): string | undefined {
  return getCookie(c, ACCESS)
}

export function refreshCookie(c: RequestContext): string | undefined {
  return getCookie(c, REFRESH)
}

/**
 * Lets the browser be known again in which somebody registers, when the link is opened that confirms the address.
 * @param lifetime in seconds
 */
export function setRegistrationCookie(c: RequestContext, token: string, lifetime: number): void {
  setCookie(c, REGISTRATION, token, { ...attributes(c, 'Lax'), path: VERIFICATION_PATH, maxAge: lifetime })
}

export function registrationCookie(c: RequestContext): string | undefined {
  return getCookie(c, REGISTRATION)
}

export function forgetRegistration(c: RequestContext): void {
  deleteCookie(c, REGISTRATION, { ...attributes(c, 'Lax'), path: VERIFICATION_PATH })
}

/**
 * Lets the browser be known again that asks for a challenge of a passkey. One that has the cookie keeps its value, so that
 * several windows can sign in.
 * @param lifetime in seconds
 */
export function setPasskeyCookie(c: RequestContext, value: string, lifetime: number): void {
  setCookie(c, PASSKEY, value, { ...attributes(c, 'Strict'), maxAge: lifetime })
}

export function passkeyCookie(c: RequestContext): string | undefined {
  return getCookie(c, PASSKEY) || undefined // an empty one binds nothing
}

/**
 * Lets the browser be known again that goes to a provider to sign in. `Lax`, since the provider leads back here. One that
 * has the cookie keeps its value, so that several windows can sign in.
 * @param lifetime in seconds
 */
export function setOidcCookie(c: RequestContext, value: string, lifetime: number): void {
  setCookie(c, OIDC, value, { ...attributes(c, 'Lax'), path: OIDC_PATH, maxAge: lifetime })
}

export function oidcCookie(c: RequestContext): string | undefined {
  return getCookie(c, OIDC) || undefined // an empty one binds nothing
}
