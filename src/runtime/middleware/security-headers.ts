import type { Middleware } from '../app-env.ts'
import { setHeaders } from './set-headers.ts'

const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'SAMEORIGIN',
  'X-XSS-Protection': '1; mode=block',
}

/** The specification's three headers, on every answer. */
export function securityHeaders(): Middleware {
  return async (c, next) => {
    await next()
    setHeaders(c, HEADERS)
  }
}
