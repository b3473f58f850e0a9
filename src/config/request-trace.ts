/** Time that a request spent on one thing outside the worker. */
export interface RequestPart {
  readonly kind: 'database' | 'cache'
  /** Of the database: the statements' text, each without its values. Of the cache: the question's name. */
  readonly statements: readonly string[]
  /** In milliseconds since the epoch. */
  readonly startedAt: number
  /** In milliseconds. On Cloudflare's network clocks stand still while a worker computes: it is the time waited. */
  readonly durationMs: number
  /** Rows read and written according to D1; 0 where it says nothing. */
  readonly rowsRead: number
  readonly rowsWritten: number
  readonly failed: boolean
}

/** A request whose answer is there. */
export interface RequestTrace {
  readonly requestId: string
  readonly method: string
  /** The pattern of the route that it came to, such as `/api/posts/:id`; `null` where there is none. */
  readonly route: string | null
  readonly status: number
  /** In milliseconds since the epoch. */
  readonly startedAt: number
  /** In milliseconds. */
  readonly durationMs: number
  /** As in `X-Cache-Status`; `null` where the route has no cache. */
  readonly cacheStatus: string | null
  /** W3C Trace Context of the caller, as it came; `null` without one. */
  readonly traceparent: string | null
  /** In order of their beginning, at most 200. */
  readonly parts: readonly RequestPart[]
}
