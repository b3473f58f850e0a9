import { deleteCookie, getCookie, setCookie } from 'hono/cookie'
import type { CookieOptions } from 'hono/utils/cookie'
import { type RequestContext, settingsOf } from 'lintel/kit'
import { settings } from './settings.ts'

const ACCESS = 'auth_token'
const REFRESH = 'refresh_token'
const REGISTRATION = 'registration'
const PASSKEY = 'passkey'
const OIDC = 'oidc'
/** Path of the routes that lead to a provider and back. */
const OIDC_PATH = '/auth/oidc'
/** Path of the only route that receives the registration cookie. */
const VERIFICATION_PATH = '/auth/verify-email'

/** Returns the common attributes of this plugin's cookies. */
function attributes(c: RequestContext, sameSite: 'Lax' | 'Strict'): CookieOptions {
  return { httpOnly: true, sameSite, path: '/', secure: new URL(c.req.url).protocol === 'https:' }
}

/** Sets both tokens as cookies, for the lifetimes in the settings. */
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
 * Marks the browser in which somebody registers, so that it is recognized when the confirmation link is opened.
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
 * Marks the browser that requests a challenge for a passkey, so that it is recognized later. A browser that has the
 * cookie keeps its value, so that people can sign in in several windows.
 * @param lifetime in seconds
 */
export function setPasskeyCookie(c: RequestContext, value: string, lifetime: number): void {
  setCookie(c, PASSKEY, value, { ...attributes(c, 'Strict'), maxAge: lifetime })
}

export function passkeyCookie(c: RequestContext): string | undefined {
  return getCookie(c, PASSKEY) || undefined // an empty value identifies no browser
}

/**
 * Marks the browser that goes to a provider to sign in, so that it is recognized later. `Lax`, since the provider sends
 * the browser back here. A browser that has the cookie keeps its value, so that people can sign in in several windows.
 * @param lifetime in seconds
 */
export function setOidcCookie(c: RequestContext, value: string, lifetime: number): void {
  setCookie(c, OIDC, value, { ...attributes(c, 'Lax'), path: OIDC_PATH, maxAge: lifetime })
}

export function oidcCookie(c: RequestContext): string | undefined {
  return getCookie(c, OIDC) || undefined // an empty value identifies no browser
}
