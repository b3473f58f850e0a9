import type { CacheRule } from '../../config/cache.ts'

/** Cache-Control of responses that nobody may store: errors, changes, and responses that depend on the caller. */
export const NEVER = 'no-store'
export const PRIVATE = 'private, no-store'

/** May be kept, but is asked for each time, and answered with 304 while it is still right. */
const ASK_EACH_TIME = 'public, no-cache'

/**
 * The header of an answer that everybody may have (RFC 9111, section 5.2).
 * @param rule `null` where nothing is declared
 * @param remaining seconds until the answer changes by itself; `null` where it does not. It is fresh no longer than that,
 * and is then not given once more either
 */
export function publicCacheControl(rule: CacheRule | null, remaining: number | null): string {
  const { ttl, staleWhileRevalidate = 0 } = rule ?? { ttl: 0 }
  const isBounded = remaining !== null && remaining < ttl + staleWhileRevalidate
  const maxAge = isBounded ? Math.min(ttl, Math.max(0, Math.floor(remaining))) : ttl
  if (maxAge === 0 && (isBounded || staleWhileRevalidate === 0)) return ASK_EACH_TIME
  const stale = isBounded || staleWhileRevalidate === 0 ? '' : `, stale-while-revalidate=${staleWhileRevalidate}`
  return `public, max-age=${maxAge}${stale}`
}
