import type { RequestContext } from '../../config/request.ts'
import type { Access } from '../../manifest/index.ts'
import { t } from '../../messages/translate.ts'
import { HttpError } from '../common/errors.ts'
import { isPageRequest } from '../common/page-request.ts'
import { runtimeOf } from '../isolate/runtime.ts'
import { decide } from './access.ts'
import { type ScopedRoute, scopesReach } from './scopes.ts'

/**
 * Lets the request pass or refuses it. Grants for only some documents, and rules that are functions, pass here, because
 * the handler checks the document.
 * @returns a redirect to the login page for an anonymous browser that requests a page; `null` if the request passes
 * @throws HttpError `forbidden` if a user lacks permission; `unauthenticated` or `invalid_token` without a user
 */
export function enforce(c: RequestContext, access: Access): Response | null {
  if (access.kind === 'public') return null
  const user = c.get('user')
  // A function may decide differently for each document: it is evaluated once the document is known.
  if (access.kind === 'function') return null
  if (decide(access, user, runtimeOf(c).program.functions) !== false) return null
  if (user !== null) throw new HttpError('forbidden', t('Your role does not allow this.'))
  return askToSignIn(c)
}

/**
 * Refuses an API token whose scopes do not include the route.
 * @throws HttpError `forbidden`
 */
export function checkScopes(c: RequestContext, route: ScopedRoute): void {
  const user = c.get('user')
  if (user === null || scopesReach(user, route)) return
  throw new HttpError('forbidden', t('The scopes of this API token do not allow this.'))
}

/**
 * Redirects an anonymous browser that requests a page to the login page.
 * @throws HttpError `unauthenticated` or `invalid_token` in all other cases, with `HX-Redirect` for htmx
 */
export function askToSignIn(c: RequestContext): Response {
  if (c.req.header('hx-request') !== undefined) {
    const headers = { 'HX-Redirect': signInPath(c) }
    throw new HttpError('unauthenticated', t('Sign in to continue.'), { headers })
  }
  if (isPageRequest(c) && (c.req.method === 'GET' || c.req.method === 'HEAD')) return c.redirect(signInPath(c), 302)
  if (isPageRequest(c)) {
    throw new HttpError(
      'unauthenticated',
      t('Your session has ended. Sign in again, go back, and send the form once more.'),
    )
  }
  const headers = { 'WWW-Authenticate': 'Bearer' }
  if (c.req.header('sec-fetch-site') === 'same-origin')
    throw new HttpError('unauthenticated', t('Your session has ended. Sign in again.'), { headers })
  if (c.get('credentialError') === 'invalid_token') {
    throw new HttpError('invalid_token', t('The token has expired, was revoked, or is unknown.'), { headers })
  }
  throw new HttpError('unauthenticated', t('This needs a token: Authorization: Bearer <token>.'), { headers })
}

/**
 * Returns the path of the login page, which leads back to the current page. It never leads back to the address that a
 * form was sent to, because that address may have no page.
 */
export function signInPath(c: RequestContext): string {
  const behind = c.req.header('hx-current-url') ?? c.req.header('referer')
  const isPage = c.req.method === 'GET' || c.req.method === 'HEAD'
  const page = pageAt(c, behind)
  const path = isPage && (page === null || !isPart(c)) ? pathWithQuery(c.req.url) : page
  return path === null ? '/auth/login' : `/auth/login?redirect=${encodeURIComponent(shortened(path))}`
}

/** Tells whether a request is for part of a page. */
function isPart(c: RequestContext): boolean {
  return c.req.header('hx-request') !== undefined
}

function pageAt(c: RequestContext, address: string | undefined): string | null {
  if (address === undefined || !URL.canParse(address)) return null
  return new URL(address).host === new URL(c.req.url).host ? pathWithQuery(address) : null
}

/** Maximum length in characters of an address to return to; the query of a longer one is removed. */
const LONGEST = 2000

function shortened(path: string): string {
  return path.length <= LONGEST ? path : (path.split('?')[0] ?? path)
}

function pathWithQuery(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}
