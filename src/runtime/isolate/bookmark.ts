import { generateCookie, getCookie } from 'hono/cookie'
import type { Outgoing } from '../common/outgoing.ts'
import type { AppContext } from './app-env.ts'

/** Header in which a request sends its bookmark and a response returns one. */
export const BOOKMARK_HEADER = 'X-D1-Bookmark'

const COOKIE = 'd1_bookmark'

/**
 * Lifetime of the cookie in seconds. Replicas are behind by seconds at most; without a bookmark the primary is asked,
 * so that a short life costs time, never truth.
 */
const COOKIE_MAX_AGE = 300

/** Four numbers in hexadecimal, as D1 makes them. */
const FORM = /^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/

/**
 * The bookmark that a request brings: what it reads must be at least as new. The header goes before the cookie.
 * @returns `null` where there is none, or something that D1 never made
 */
export function readBookmark(c: AppContext): string | null {
  const headers = c.get('requestHeaders')
  const given = headers[BOOKMARK_HEADER.toLowerCase()] ?? (headers.cookie === undefined ? '' : getCookie(c, COOKIE))
  return given !== undefined && FORM.test(given) ? given : null
}

/**
 * Hands a bookmark back to whoever may need it: callers who are signed in, and those who have changed a document. Answers
 * that others may get too never carry one, nor do those of sign-in and registration: it would count what was written
 * for an address, and so tell whether there is an account. A browser that a cookie speaks for keeps that of its changes
 * as a cookie.
 */
export function sendBookmark(c: AppContext, { headers }: Outgoing, bookmark: string): void {
  const user = c.get('user')
  if (user === null && (isRead(c) || c.get('route')?.collection === undefined)) return
  headers.set(BOOKMARK_HEADER, bookmark)
  if (user?.by !== 'cookie' || isRead(c)) return
  const cookie = generateCookie(COOKIE, bookmark, {
    httpOnly: true,
    sameSite: 'Lax',
    path: '/',
    maxAge: COOKIE_MAX_AGE,
    secure: new URL(c.req.url).protocol === 'https:',
  })
  headers.append('Set-Cookie', cookie)
}

/** Tells whether a request changes nothing, by its method (RFC 9110, section 9.2.1). */
export function isRead(c: AppContext): boolean {
  return c.req.method === 'GET' || c.req.method === 'HEAD'
}
