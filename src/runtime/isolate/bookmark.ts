import { generateCookie, getCookie } from 'hono/cookie'
import type { Outgoing } from '../common/outgoing.ts'
import type { AppContext } from './app-env.ts'

/** Header in which a request sends its bookmark and a response returns a newer one. */
export const BOOKMARK_HEADER = 'X-D1-Bookmark'

const COOKIE = 'd1_bookmark'

/**
 * Lifetime of the cookie in seconds. Replicas lag by seconds at most. Without a bookmark, the primary is used, so a
 * short lifetime costs time but never correctness.
 */
const COOKIE_MAX_AGE = 300

/** Matches four hexadecimal numbers, as in D1's bookmarks. */
const FORM = /^[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{8}-[0-9a-f]{32}$/

/**
 * Returns the bookmark of a request: its reads must return results at least as new as the state that the bookmark
 * names. The header takes precedence over the cookie.
 * @returns `null` if there is no bookmark, or it is not in D1's format
 */
export function readBookmark(c: AppContext): string | null {
  const headers = c.get('requestHeaders')
  const text = headers[BOOKMARK_HEADER.toLowerCase()] ?? (headers.cookie === undefined ? '' : getCookie(c, COOKIE))
  return text !== undefined && FORM.test(text) ? text : null
}

/**
 * Adds the bookmark to the response for callers who may need it: those who are signed in, and those who have changed a
 * document. Responses that are the same for other callers never contain one. Responses to sign-in and registration do
 * not either: a bookmark would reveal the number of writes, and thus whether an account exists. A browser that is
 * authenticated by a cookie stores the bookmark of its changes in a cookie.
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

/** Tells whether a request changes nothing, judged by its method (RFC 9110, section 9.2.1). */
export function isRead(c: AppContext): boolean {
  return c.req.method === 'GET' || c.req.method === 'HEAD'
}
