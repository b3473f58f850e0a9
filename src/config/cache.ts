/** Lifetime of responses to anonymous GETs in caches between the service and its readers. */
export interface CacheRule {
  /**
   * Seconds for which a response counts as fresh: `Cache-Control: public, max-age=<ttl>` (RFC 9111). With 0 a cache may
   * keep the response, but revalidates it each time and receives 304 while nothing has changed.
   */
  readonly ttl: number
  /**
   * Seconds after `ttl` during which a cache may serve the old response while it fetches a new one (RFC 5861). Default:
   * none.
   */
  readonly staleWhileRevalidate?: number
}
