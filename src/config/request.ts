import type { DrizzleD1Database } from 'drizzle-orm/d1'
import type { Context } from 'hono'
import type { HostAssets, HostBucket, HostDatabase, HostImages, HostQueue, HostStore } from '../hosts/host.ts'

/** Bindings of the worker. Secrets and variables stand beside them as strings, by name. */
export interface Bindings {
  readonly DB: HostDatabase
  readonly MEDIA_BUCKET: HostBucket
  readonly CACHE_KV: HostStore
  readonly ENVIRONMENT: string
  /** Queue for work that is done after the response; absent where the worker does it itself. */
  readonly QUEUE?: HostQueue
  /** The service's static files, those that nobody else may ask for included. */
  readonly ASSETS?: HostAssets
  /** Scaler of large pictures, which also writes AVIF; absent where the service does both itself. */
  readonly IMAGES?: HostImages
}

/** The caller of a request, once a plugin has told who it is. */
export interface RequestUser {
  readonly id: string
  readonly email: string
  readonly role: string
  /** The session's id, where the caller has one. */
  readonly sessionId: string | null
  /** Expiry and beginning of the access token, in seconds since the epoch; `Infinity` for one without an end. */
  readonly exp: number
  readonly iat: number
  /** Way in which the caller proved it: a cookie makes a state-changing request subject to the check of its origin. */
  readonly by: 'bearer' | 'cookie'
  /** An API token's permissions: it reaches what they and the role both allow. Absent: all that the role allows. */
  readonly scopes?: readonly string[]
}

/** Values that a request carries from step to step: `c.var` in a handler. */
export interface RequestVariables {
  /** The generated UUID that the answer carries as `X-Request-Id`. */
  requestId: string
  /** `null` for an anonymous caller. */
  user: RequestUser | null
  /** Reason why the request's credential was not accepted: what the 401 of a route that needs a user says. */
  credentialError?: 'invalid_token'
  /**
   * Drizzle on the worker's database, through the D1 session of the request. One instance for all requests of an
   * isolate.
   */
  db: DrizzleD1Database
}

/** Hono's context with the service's bindings and variables. */
export type RequestContext = Context<{ Bindings: Bindings; Variables: RequestVariables }>
