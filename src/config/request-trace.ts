/** One wait of a request for something outside the worker. */
export interface RequestPart {
  readonly kind: 'database' | 'cache'
  /** For the database: each statement's SQL, without values. For the cache: the cache key's name. */
  readonly statements: readonly string[]
  /** Start, in milliseconds since the epoch. */
  readonly startedAt: number
  /**
   * Duration in milliseconds. On Cloudflare, clocks stand still while a worker computes, so this is the time spent
   * waiting.
   */
  readonly durationMs: number
  /** Rows read and written as D1 reports them; 0 if it does not. */
  readonly rowsRead: number
  readonly rowsWritten: number
  readonly failed: boolean
}

/** Timings of a request that has been answered. */
export interface RequestTrace {
  readonly requestId: string
  readonly method: string
  /** The pattern of the matched route, such as `/api/posts/:id`; `null` if no route matched. */
  readonly route: string | null
  readonly status: number
  /** Start, in milliseconds since the epoch. */
  readonly startedAt: number
  /** Duration in milliseconds. */
  readonly durationMs: number
  /** Value of `X-Cache-Status`; `null` if the route is not cached. */
  readonly cacheStatus: string | null
  /** The caller's W3C Trace Context, unchanged; `null` if absent. */
  readonly traceparent: string | null
  /** The waits in order of their start, at most 200. */
  readonly parts: readonly RequestPart[]
}
