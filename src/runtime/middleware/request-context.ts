import type { Middleware } from '../app-env.ts'
import type { Runtime } from '../runtime.ts'
import { editableHeaders } from './editable-headers.ts'

/** Gives the request its id, clock and database, and its answer `X-Request-Id` and `X-Response-Time`. */
export function requestContext(runtime: Runtime): Middleware {
  return async (c, next) => {
    const startedAt = Date.now()
    const requestId = crypto.randomUUID()
    c.set('startedAt', startedAt)
    c.set('requestId', requestId)
    c.set('user', null)
    c.set('db', runtime.db)
    await next()
    const headers = editableHeaders(c)
    headers.set('X-Request-Id', requestId)
    headers.set('X-Response-Time', `${Date.now() - startedAt}ms`)
  }
}
