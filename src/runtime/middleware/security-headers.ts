import type { Middleware } from '../app-env.ts'
import { editableHeaders } from './editable-headers.ts'

/** The specification's three headers, on every answer. A handler that already set one of them keeps its own. */
export function securityHeaders(): Middleware {
  return async (c, next) => {
    await next()
    const headers = editableHeaders(c)
    headers.set('X-Content-Type-Options', 'nosniff')
    headers.set('X-Frame-Options', 'SAMEORIGIN')
    headers.set('X-XSS-Protection', '1; mode=block')
  }
}
