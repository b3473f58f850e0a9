import { setHeaders } from '../common/set-headers.ts'
import type { Middleware } from '../isolate/app-env.ts'

/**
 * Lets the caller's own browser keep a page: `Cache-Control: private, max-age=<seconds>`, on HTML answers of status 200
 * that say nothing of their own. It is kept for who asks for it in the same language: their cookie and their browser tell.
 */
export function cacheHeaders(maxAgeSeconds: number): Middleware {
  return async (c, next) => {
    await next()
    if (c.res.status !== 200 || !c.res.headers.get('Content-Type')?.startsWith('text/html')) return
    if (c.res.headers.has('Cache-Control')) return
    setHeaders(c, { 'Cache-Control': `private, max-age=${maxAgeSeconds}`, Vary: 'Cookie, Accept-Language' })
  }
}
