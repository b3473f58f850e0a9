import type { RequestContext } from '../config/plugin.ts'
import { HttpError } from './errors.ts'
import { runtimeOf } from './runtime.ts'

const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses a state-changing request that a cookie speaks for, unless it comes from this site.
 * @throws HttpError `csrf_failed`
 */
export function checkOrigin(c: RequestContext): void {
  if (!SAFE.has(c.req.method) && c.get('user')?.by === 'cookie') requireOwnOrigin(c)
}

/**
 * Refuses a request unless the browser says that it comes from this site, or from an origin that the config trusts with
 * credentials. For handlers that act on a cookie of their own.
 * @throws HttpError `csrf_failed`
 */
export function requireOwnOrigin(c: RequestContext): void {
  const from = c.req.header('origin') ?? originOf(c.req.header('referer'))
  if (from === undefined) {
    if (c.req.header('sec-fetch-site') === 'same-origin') return
  } else if (from === new URL(c.req.url).origin || isTrusted(c, from)) return
  throw new HttpError('csrf_failed', 'The request does not come from a page of this site.')
}

function originOf(referer: string | undefined): string | undefined {
  return referer !== undefined && URL.canParse(referer) ? new URL(referer).origin : undefined
}

function isTrusted(c: RequestContext, origin: string): boolean {
  const { credentials, origins } = runtimeOf(c).program.manifest.cors
  return credentials && origins !== '*' && origins.includes(origin)
}
