import type { DrizzleD1Database } from 'drizzle-orm/d1'
import type { Context } from 'hono'
import type { HostAssets, HostBucket, HostDatabase, HostImages, HostQueue, HostStore } from '../hosts/host.ts'

/** Bindings of the worker. Secrets and variables are further properties, by name. */
export interface Bindings {
  readonly DB: HostDatabase
  readonly MEDIA_BUCKET: HostBucket
  readonly CACHE_KV: HostStore
  readonly ENVIRONMENT: string
  /** Queue for work after the response; absent when the worker does that work itself. */
  readonly QUEUE?: HostQueue
  /** Static files of the service, including those that are not public. */
  readonly ASSETS?: HostAssets
  /** Scales large pictures and writes AVIF; absent when the service does both itself. */
  readonly IMAGES?: HostImages
}

/** The signed-in caller of a request, as a plugin identified it. */
export interface RequestUser {
  readonly id: string
  readonly email: string
  readonly role: string
  /** The session's id; `null` for a caller without a session. */
  readonly sessionId: string | null
  /** Start and expiry of the access token, in seconds since the epoch; an `exp` of `Infinity` never expires. */
  readonly exp: number
  readonly iat: number
  /**
   * Way in which the caller authenticated. With a cookie, requests that change something also need a trusted origin.
   */
  readonly by: 'bearer' | 'cookie'
  /**
   * Permissions of an API token. The token allows only what both these permissions and the role allow. Absent:
   * everything that the role allows.
   */
  readonly scopes?: readonly string[]
}

/** Values that are passed along with a request: `c.var` in a handler. */
export interface RequestVariables {
  /** UUID of the request, sent in the response as `X-Request-Id`. */
  requestId: string
  /** `null` for an anonymous caller. */
  user: RequestUser | null
  /** Reason why the credential was rejected, reported by the 401 of a route that requires a user. */
  credentialError?: 'invalid_token'
  /**
   * Drizzle on the worker's database, in the D1 session of the request. One instance serves all requests of an isolate.
   */
  db: DrizzleD1Database
}

/** Hono's context with the service's bindings and variables. */
export type RequestContext = Context<{ Bindings: Bindings; Variables: RequestVariables }>
