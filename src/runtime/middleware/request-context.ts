import { setHeaders } from '../common/set-headers.ts'
import type { Middleware } from '../isolate/app-env.ts'
import type { Runtime } from '../isolate/runtime.ts'

/** Gives the request its id, clock and database, and its answer `X-Request-Id` and `X-Response-Time`. */
export function requestContext(runtime: Runtime): Middleware {
  return async (c, next) => {
    const startedAt = Date.now()
    const requestId = crypto.randomUUID()
    c.set('startedAt', startedAt)
    c.set('requestId', requestId)
    c.set('requestHeaders', Object.fromEntries(c.req.raw.headers))
    c.set('user', null)
    c.set('db', runtime.db)
    await next()
    setHeaders(c, { 'X-Request-Id': requestId, 'X-Response-Time': `${Date.now() - startedAt}ms` })
  }
}
