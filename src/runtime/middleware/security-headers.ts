import type { AppContext, Middleware } from '../app-env.ts'
import { setHeaders } from './set-headers.ts'

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

/** What an HTML answer may load that says nothing itself, such as a part of a page that is opened by its address. */
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

/** Files are their route's affair: pictures are for other sites' pages too. */
function isolation(headers: Headers): Record<string, string> {
  const type = headers.get('Content-Type') ?? ''
  const isPage = type.startsWith('text/html')
  if (!isPage && !/^application\/(?:[\w.]+\+)?json/.test(type)) return {}
  return {
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(isPage ? { 'Cross-Origin-Opener-Policy': 'same-origin' } : {}),
    ...(headers.has('Content-Security-Policy')
      ? {}
      : { 'Content-Security-Policy': isPage ? PAGE_POLICY : DATA_POLICY }),
  }
}
