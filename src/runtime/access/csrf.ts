import type { RequestContext } from '../../config/request.ts'
import { t } from '../../messages/translate.ts'
import { HttpError } from '../common/errors.ts'
import { mediaTypeOf } from '../input/body.ts'
import { runtimeOf } from '../isolate/runtime.ts'
import { isTrustedOrigin } from './trusted-origins.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Media types that a page of another site may post without a CORS preflight
 * (https://fetch.spec.whatwg.org/#cors-safelisted-request-header).
 */
const FORMS = new Set(['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'])

/**
 * Refuses a state-changing request that is authenticated by a cookie, unless it comes from this site or a trusted
 * origin. Also refuses a form that a browser posts from another site without authentication, so that other sites can
 * neither sign users in nor sign them up.
 * @throws HttpError `csrf_failed`
 */
export function checkOrigin(c: RequestContext): void {
  if (SAFE.has(c.req.method)) return
  const by = c.get('user')?.by
  if (by === 'cookie' || (by === undefined && FORMS.has(mediaTypeOf(c)) && isFromBrowser(c))) requireOwnOrigin(c)
}

/**
 * Tells whether a browser sent the request: browsers state the origin of a form. A website cannot make any other
 * program send requests, so requests from other programs need no check.
 */
function isFromBrowser(c: RequestContext): boolean {
  return ['origin', 'sec-fetch-site'].some((name) => c.req.header(name) !== undefined)
}

/**
 * Refuses a request unless the browser states that it comes from this site, or from an origin that the config trusts
 * with credentials. For handlers that use a cookie of their own.
 * @throws HttpError `csrf_failed`
 */
export function requireOwnOrigin(c: RequestContext): void {
  const from = c.req.header('origin') ?? originOf(c.req.header('referer'))
  if (from === undefined) {
    if (c.req.header('sec-fetch-site') === 'same-origin') return
  } else if (from === new URL(c.req.url).origin || isTrustedOrigin(runtimeOf(c), from)) return
  throw new HttpError('csrf_failed', t('The request does not come from a page of this site.'))
}

function originOf(referer: string | undefined): string | undefined {
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined
}
