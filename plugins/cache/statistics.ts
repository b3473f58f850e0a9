import { type SQL, sql } from 'drizzle-orm'
import type { RequestContext } from 'lintel/kit'
import type { Counts } from './counts.ts'
import type { IsolateCache } from './isolate-cache.ts'
import { statistics } from './tables.ts'

export interface TierStats extends Counts {
  readonly totalRequests: number
  /** Hit rate in percent: (memoryHits + kvHits) ÷ totalRequests × 100; 0 before the first request. */
  readonly hitRate: number
}

export interface CacheStats {
  readonly global: TierStats
  readonly byNamespace: Readonly<Record<string, TierStats>>
  /** The memory tier of the isolate that handles the request; sizes in bytes. */
  readonly isolate: { readonly entries: number; readonly bytes: number; readonly maxBytes: number }
}

/** Interval at which an isolate adds its counts to the sums in the database, in milliseconds. */
const ADD_EVERY = 60_000

/** Adds one to a count of the isolate and, once a minute, adds its counts to the sums in the database. */
export function count(c: RequestContext, cache: IsolateCache, namespace: string, what: keyof Counts): void {
  const counts = cache.counts.get(namespace) ?? { memoryHits: 0, kvHits: 0, dbHits: 0, stale: 0 }
  counts[what] += 1
  cache.counts.set(namespace, counts)
  const now = Date.now()
  if (now - cache.countedAt < ADD_EVERY) return
  cache.countedAt = now
  c.executionCtx.waitUntil(addUp(c, cache))
}

/** Adds this isolate's counts to the sums in the database, and returns the sums of all isolates. */
export async function readStats(c: RequestContext, cache: IsolateCache): Promise<CacheStats> {
  await addUp(c, cache)
  const sums = new Map<string, Counts>()
  const add = (namespace: string, counts: Counts) => sums.set(namespace, plus(sums.get(namespace), counts))
  for (const { namespace, ...counts } of await c.get('db').select().from(statistics)) add(namespace, counts)
  for (const [namespace, counts] of cache.counts) add(namespace, counts)
  const all = [...sums.values()].reduce<Counts>((left, right) => plus(left, right), NOTHING)
  const sorted = [...sums].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    global: withRate(all),
    byNamespace: Object.fromEntries(sorted.map(([namespace, counts]) => [namespace, withRate(counts)])),
    isolate: {
      entries: cache.memory?.entries().length ?? 0,
      bytes: cache.memory?.bytes() ?? 0,
      maxBytes: cache.memory ? cache.settings.maxMemorySize * 2 ** 20 : 0,
    },
  }
}

const NOTHING: Counts = { memoryHits: 0, kvHits: 0, dbHits: 0, stale: 0 }

function plus(left: Counts = NOTHING, right: Counts): Counts {
  return {
    memoryHits: left.memoryHits + right.memoryHits,
    kvHits: left.kvHits + right.kvHits,
    dbHits: left.dbHits + right.dbHits,
    stale: left.stale + right.stale,
  }
}

function withRate(counts: Counts): TierStats {
  const { memoryHits, kvHits, dbHits, stale } = counts
  const totalRequests = memoryHits + kvHits + dbHits + stale
  const hitRate = totalRequests === 0 ? 0 : ((memoryHits + kvHits) / totalRequests) * 100
  return { totalRequests, ...counts, hitRate }
}

/** Maximum number of namespaces in one statement: each binds five values, and D1 allows a hundred. */
const AT_ONCE = 20

/** Adds this isolate's counts to the sums, in one transaction. Counts that cannot be added are added the next time. */
async function addUp(c: RequestContext, cache: IsolateCache): Promise<void> {
  const counted = [...cache.counts].map(([namespace, counts]) => ({ namespace, ...counts }))
  cache.counts.clear()
  const [first, ...rest] = Array.from({ length: Math.ceil(counted.length / AT_ONCE) }, (_, index) =>
    addStatement(c, counted.slice(index * AT_ONCE, (index + 1) * AT_ONCE)),
  )
  try {
    if (first) await c.get('db').batch([first, ...rest])
  } catch {
    for (const { namespace, ...counts } of counted) {
      cache.counts.set(namespace, plus(cache.counts.get(namespace), counts))
    }
  }
}

function addStatement(c: RequestContext, counted: readonly (Counts & { readonly namespace: string })[]) {
  const sum = (column: string): SQL => sql.raw(`[${column}] + excluded.[${column}]`)
  return c
    .get('db')
    .insert(statistics)
    .values([...counted])
    .onConflictDoUpdate({
      target: statistics.namespace,
      set: { memoryHits: sum('memory_hits'), kvHits: sum('kv_hits'), dbHits: sum('db_hits'), stale: sum('stale') },
    })
}
