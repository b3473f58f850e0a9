import type { CacheRule } from '../../config/cache.ts'

/** Cache-Control of responses that must not be stored: errors, changes, and responses that depend on the caller. */
export const NEVER = 'no-store'
export const PRIVATE = 'private, no-store'

/**
 * Cache-Control of responses that may be stored, but are revalidated for each request. The response is 304 if nothing
 * has changed.
 */
const ASK_EACH_TIME = 'public, no-cache'

/**
 * Returns the Cache-Control of a public response (RFC 9111, section 5.2).
 * @param rule the cache rule; `null` if none is declared
 * @param remaining seconds until the response changes without a write, after which caches must not serve it anymore;
 * `null` if it does not change
 */
export function publicCacheControl(rule: CacheRule | null, remaining: number | null): string {
  const { ttl, staleWhileRevalidate = 0 } = rule ?? { ttl: 0 }
  const isBounded = remaining !== null && remaining < ttl + staleWhileRevalidate
  const maxAge = isBounded ? Math.min(ttl, Math.max(0, Math.floor(remaining))) : ttl
  if (maxAge === 0 && (isBounded || staleWhileRevalidate === 0)) return ASK_EACH_TIME
  const stale = isBounded || staleWhileRevalidate === 0 ? '' : `, stale-while-revalidate=${staleWhileRevalidate}`
  return `public, max-age=${maxAge}${stale}`
}
