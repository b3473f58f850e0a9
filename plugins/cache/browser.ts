import type { RequestContext } from 'lintel/kit'
import { remaining } from './entry.ts'
import { isolateCacheOf } from './isolate-cache.ts'
import { namespaceOf } from './keys.ts'
import { listKv } from './kv-tier.ts'

/** An entry as the admin shows it. */
export interface BrowserEntry {
  readonly key: string
  readonly namespace: string
  readonly tier: 'memory' | 'kv'
  /** Size in bytes. */
  readonly size: number
  /**
   * Remaining lifetime in seconds; 0 for an expired entry, which is served only while the database does not respond.
   */
  readonly ttl: number
  /**
   * Number of times that this isolate served the entry from memory; `null` for an entry in KV, which counts no hits.
   */
  readonly hits: number | null
  /** Creation time, ISO 8601. */
  readonly createdAt: string
}

export interface EntryFilter {
  readonly namespace?: string | undefined
  readonly tier?: BrowserEntry['tier'] | undefined
  /** Text that the key contains, in upper or lower case. */
  readonly q?: string | undefined
}

/** Returns the matching entries: those in the memory of this isolate, last used first, then those in KV, by name. */
export async function listEntries(
  c: RequestContext,
  { namespace, tier, q = '' }: EntryFilter,
): Promise<BrowserEntry[]> {
  const { memory, settings } = isolateCacheOf(c)
  const now = Date.now()
  const part = q.toLowerCase()
  const isAsked = (key: string) =>
    (namespace === undefined || namespaceOf(key) === namespace) && key.toLowerCase().includes(part)
  const inMemory = tier === 'kv' ? [] : (memory?.entries().toReversed() ?? [])
  const inKv = tier === 'memory' || !settings.kvEnabled ? [] : await listKv(c, isAsked)
  return [
    ...inMemory
      .filter(({ key }) => isAsked(key))
      .map((entry) => ({
        ...named(entry.key, entry.createdAt),
        tier: 'memory' as const,
        size: entry.bytes,
        ttl: remaining(entry, now),
        hits: entry.hits,
      })),
    ...inKv.map((entry) => ({
      ...named(entry.key, entry.createdAt),
      tier: 'kv' as const,
      size: entry.size,
      ttl: Math.max(0, Math.ceil((entry.expiresAt - now) / 1000)),
      hits: null,
    })),
  ]
}

function named(key: string, createdAt: number) {
  return { key, namespace: namespaceOf(key), createdAt: new Date(createdAt).toISOString() }
}
