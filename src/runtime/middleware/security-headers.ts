import { DATA_POLICY, SECURITY_HEADERS } from '../../ground/security-headers.ts'
import { type Outgoing, type OutgoingHeaders, setHeaders } from '../common/outgoing.ts'
import type { AppContext, Middleware } from '../isolate/app-env.ts'
import { afterwards } from './afterwards.ts'

/** HSTS for two years, as https://hstspreload.org recommends. */
const STRICT_TRANSPORT = 'max-age=63072000; includeSubDomains'

/**
 * Content-Security-Policy of HTML responses that set none, such as a part of a page that is opened by its own address.
 */
const PAGE_POLICY =
  "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'self'"

/**
 * Makes middleware that sets security headers on every response. They make browsers isolate the response from other
 * sites.
 */
export function securityHeaders(): Middleware {
  return afterwards(secure)
}

/** Sets the headers of `securityHeaders` on one response. */
export function secure(c: AppContext, { status, headers }: Outgoing): void {
  setHeaders(headers, SECURITY_HEADERS)
  if (c.env.ENVIRONMENT !== 'development' && c.req.url.startsWith('https:')) {
    headers.set('Strict-Transport-Security', STRICT_TRANSPORT)
  }
  // Headers of a 304 response would replace those of the cached page (RFC 9111, section 3.2).
  if (status !== 304) isolate(headers)
}

/** Content-Security-Policy of pictures and other files. Other sites may embed them, but not in frames. */
const FILE_POLICY = "frame-ancestors 'self'"

function isolate(headers: OutgoingHeaders): void {
  const type = headers.get('Content-Type') ?? ''
  const isPage = type.startsWith('text/html')
  const isData = /^application\/(?:[\w.]+\+)?json/.test(type)
  if (isPage || isData) headers.set('Cross-Origin-Resource-Policy', 'same-origin')
  if (isPage) headers.set('Cross-Origin-Opener-Policy', 'same-origin')
  setPolicy(headers, isPage ? PAGE_POLICY : isData ? DATA_POLICY : FILE_POLICY)
}

/**
 * Sets Content-Security-Policy. A policy that the route has set is kept; if it has no directive for frames, one is
 * added.
 */
function setPolicy(headers: OutgoingHeaders, text: string): void {
  const policy = headers.get('Content-Security-Policy')
  if (policy === null) headers.set('Content-Security-Policy', text)
  else if (!policy.includes('frame-ancestors')) headers.set('Content-Security-Policy', `${policy}; ${FILE_POLICY}`)
}
