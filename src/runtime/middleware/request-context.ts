import type { Outgoing } from '../common/outgoing.ts'
import { createRequestDatabase } from '../database/request-database.ts'
import type { AppContext } from '../isolate/app-env.ts'
import type { Runtime } from '../isolate/runtime.ts'

/** Initializes a request: its id, start time and database connection. */
export function beginRequest(c: AppContext, runtime: Runtime): void {
  c.set('startedAt', Date.now())
  c.set('requestId', crypto.randomUUID())
  c.set('requestHeaders', Object.fromEntries(c.req.raw.headers))
  c.set('user', null)
  c.set('db', runtime.db)
  c.set('database', createRequestDatabase(runtime.env.DB))
}

/** Sets the headers with the request's id and its duration. */
export function nameRequest(c: AppContext, { headers }: Outgoing): void {
  headers.set('X-Request-Id', c.get('requestId'))
  headers.set('X-Response-Time', `${Date.now() - c.get('startedAt')}ms`)
}
