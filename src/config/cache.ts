/** Lifetime of responses to anonymous GETs in caches between the service and its readers. */
export interface CacheRule {
  /**
   * For how long an answer counts as fresh, in seconds: `Cache-Control: public, max-age=<ttl>` (RFC 9111). With 0 it
   * may
   * be kept, but is asked for each time, and answered with 304 while nothing has changed.
   */
  readonly ttl: number
  /**
   * For how many seconds after that a cache may give the old answer once more while it fetches the new one (RFC 5861).
   * Default: not at all.
   */
  readonly staleWhileRevalidate?: number
}
