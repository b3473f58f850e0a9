import type { Context, MiddlewareHandler } from 'hono'
import type { Bindings, RequestContext, RequestVariables } from '../../config/request.ts'
import type { ManifestRoute } from '../../manifest/index.ts'
import type { RequestDatabase } from '../database/request-database.ts'
import type { Readiness } from './readiness.ts'

/** Variables of a request that only the runtime uses, in addition to those that handlers see. */
export interface RuntimeVariables extends RequestVariables {
  /** Time at which the request arrived, in milliseconds since the epoch. */
  startedAt: number
  /** Headers of the request, read once, because each access to `Headers` is a slow call out of JavaScript. */
  requestHeaders: Readonly<Record<string, string>>
  /** The row of the route table that matches the request; absent if none does. */
  route?: ManifestRoute
  /** The beginning of a body that was read as text, for the security log. */
  bodyText?: string
  /** True if the handler has made an audit log entry for this request. */
  audited?: boolean
  /** The D1 session of the request. */
  database: RequestDatabase
  /** State of the data, ready or blocked; absent for requests that skip bootstrap. */
  readiness?: Readiness
}

export type AppEnv = { Bindings: Bindings; Variables: RuntimeVariables }

export type AppContext = Context<AppEnv>

export type Middleware = MiddlewareHandler<AppEnv>

/** Returns the context as handlers and hooks see it: without the variables that only the runtime uses. */
export function asRequestContext(c: AppContext): RequestContext {
  return c as unknown as RequestContext // the same object, with fewer variables in its type
}

/** Returns a handler's context as the runtime sees it. */
export function asAppContext(c: RequestContext): AppContext {
  return c as unknown as AppContext // the same object, with all variables in its type
}
