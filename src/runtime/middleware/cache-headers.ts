import { type Outgoing, setHeaders } from '../common/outgoing.ts'
import type { Middleware } from '../isolate/app-env.ts'
import { afterwards } from './afterwards.ts'

/**
 * Lets the caller's own browser keep a page: `Cache-Control: private, max-age=<seconds>`, on HTML responses of status 200
 * that say nothing of their own. It is kept for who asks for it in the same language: their cookie and their browser tell.
 */
export function cacheHeaders(maxAgeSeconds: number): Middleware {
  return afterwards((_, outgoing) => letBrowserKeep(outgoing, maxAgeSeconds))
}

/** As `cacheHeaders`, for one response. */
export function letBrowserKeep({ status, headers }: Outgoing, maxAgeSeconds: number): void {
  if (status !== 200 || !headers.get('Content-Type')?.startsWith('text/html') || headers.has('Cache-Control')) return
  setHeaders(headers, { 'Cache-Control': `private, max-age=${maxAgeSeconds}`, Vary: 'Cookie, Accept-Language' })
}
