import { type Bindings, type RequestContext, settingsOf } from 'lintel/kit'
import type { Counts } from './counts.ts'
import type { Entry } from './entry.ts'
import type { KeyMatcher } from './keys.ts'
import { createMemoryTier, type MemoryTier } from './memory-tier.ts'
import { type Settings, settings } from './settings.ts'

/** State that one isolate keeps between requests. */
export interface IsolateCache {
  readonly settings: Settings
  /** The memory tier; `null` if the settings turn it off. */
  readonly memory: MemoryTier | null
  /** Reads and computations in progress, which simultaneous requests share. */
  readonly flights: Map<string, Promise<Flight>>
  /** Counts not yet added to the sums in the database, by namespace. */
  readonly counts: Map<string, Counts>
  /** Start of the interval after which the counts are added to the sums, in milliseconds since the epoch. */
  countedAt: number
  /** Recent invalidations. */
  invalidations: readonly Invalidation[]
  /** The generation up to which this isolate knows the invalidations. */
  invalidationsKnown: number
}

/** Result of a look-up: the entry, and the tier that it came from. */
export interface Flight {
  readonly entry: Entry
  readonly source: 'kv' | 'database'
}

export interface Invalidation {
  readonly pattern: string
  readonly matches: KeyMatcher
  /** Time of the invalidation in milliseconds since the epoch: entries made at or before this time are invalid. */
  readonly at: number
}

const MEGABYTE = 2 ** 20

const caches = new WeakMap<Bindings, IsolateCache>()

export function isolateCacheOf(c: RequestContext): IsolateCache {
  const known = caches.get(c.env)
  if (known) return known
  const resolved = settingsOf(c, settings)
  const cache: IsolateCache = {
    settings: resolved,
    memory: resolved.memoryEnabled ? createMemoryTier(resolved.maxMemorySize * MEGABYTE) : null,
    flights: new Map(),
    counts: new Map(),
    countedAt: Date.now(),
    invalidations: [],
    invalidationsKnown: 0,
  }
  caches.set(c.env, cache)
  return cache
}
