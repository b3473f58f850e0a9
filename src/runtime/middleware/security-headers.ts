import { setHeaders } from '../common/set-headers.ts'
import type { AppContext, Middleware } from '../isolate/app-env.ts'

/** The specification's three headers, what a link tells other sites, and what no page here asks a device for. */
export const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  'X-XSS-Protection': '1; mode=block',
  // Not `no-referrer`: a form's own origin would then be `null`, and the check of origins would refuse it.
  'Referrer-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/** Two years, as https://hstspreload.org recommends. */
const STRICT_TRANSPORT = 'max-age=63072000; includeSubDomains'

/** Policy of HTML responses that set none, such as a part of a page opened by its address. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"

/** Data loads nothing, and stands in nobody's frame. */
const DATA_POLICY = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The headers by which browsers keep answers apart from other sites, on every answer. */
export function securityHeaders(): Middleware {
  return async (c, next) => {
    await next()
    setHeaders(c, { ...SECURITY_HEADERS, ...transport(c), ...isolation(c.res) })
  }
}

function transport(c: AppContext): Record<string, string> {
  if (c.env.ENVIRONMENT === 'development' || !c.req.url.startsWith('https:')) return {}
  return { 'Strict-Transport-Security': STRICT_TRANSPORT }
}

/** Pictures and other files are for other sites' pages too, but stand in no frame of theirs. */
const FILE_POLICY = "frame-ancestors 'self'"

/** 304 says nothing: what it said would take the place of what came with the page (RFC 9111, section 3.2). */
function isolation({ status, headers }: Response): Record<string, string> {
  if (status === 304) return {}
  const type = headers.get('Content-Type') ?? ''
  if (type.startsWith('text/html')) {
    return { ...OWN_SITE, 'Cross-Origin-Opener-Policy': 'same-origin', ...policy(headers, PAGE_POLICY) }
  }
  if (/^application\/(?:[\w.]+\+)?json/.test(type)) return { ...OWN_SITE, ...policy(headers, DATA_POLICY) }
  return policy(headers, FILE_POLICY)
}

const OWN_SITE = { 'Cross-Origin-Resource-Policy': 'same-origin' }

/** Keeps the route's own policy, and adds the rule for frames if the route has none. */
function policy(headers: Headers, text: string): Record<string, string> {
  const own = headers.get('Content-Security-Policy')
  if (own === null) return { 'Content-Security-Policy': text }
  return own.includes('frame-ancestors') ? {} : { 'Content-Security-Policy': `${own}; ${FILE_POLICY}` }
}
