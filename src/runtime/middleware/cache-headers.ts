import { type Outgoing, setHeaders } from '../common/outgoing.ts'
import type { Middleware } from '../isolate/app-env.ts'
import { afterwards } from './afterwards.ts'

/**
 * Makes middleware that lets the caller's browser cache pages: `Cache-Control: private, max-age=<seconds>` on HTML
 * responses with status 200 that have no Cache-Control. `Vary` names the headers that determine the caller and the
 * language.
 */
export function cacheHeaders(maxAgeSeconds: number): Middleware {
  return afterwards((_, outgoing) => letBrowserKeep(outgoing, maxAgeSeconds))
}

/** Sets the headers of `cacheHeaders` on one response. */
export function letBrowserKeep({ status, headers }: Outgoing, maxAgeSeconds: number): void {
  if (status !== 200 || !headers.get('Content-Type')?.startsWith('text/html') || headers.has('Cache-Control')) return
  setHeaders(headers, { 'Cache-Control': `private, max-age=${maxAgeSeconds}`, Vary: 'Cookie, Accept-Language' })
}
