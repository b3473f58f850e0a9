import { type Bindings, type RequestContext, settingsOf } from 'lintel/kit'
import type { Counts } from './counts.ts'
import type { Entry } from './entry.ts'
import type { KeyMatcher } from './keys.ts'
import { createMemoryTier, type MemoryTier } from './memory-tier.ts'
import { type Settings, settings } from './settings.ts'

/** State that one isolate keeps between requests. */
export interface IsolateCache {
  readonly settings: Settings
  /** The memory tier; `null` where the settings turn it off. */
  readonly memory: MemoryTier | null
  /** Reads and computations under way, shared so that nobody repeats them. */
  readonly flights: Map<string, Promise<Flight>>
  /** Counts that were not yet added to the sums in the database, by namespace. */
  readonly counts: Map<string, Counts>
  /** Time at which the counts were last added to the sums, in milliseconds since the epoch. */
  countedAt: number
  /** Recent invalidations. */
  invalidations: readonly Invalidation[]
  /** The generation up to which invalidations are known here. */
  invalidationsKnown: number
}

/** An entry that is being read from another tier, and the tier that has it. */
export interface Flight {
  readonly entry: Entry
  readonly source: 'kv' | 'database'
}

export interface Invalidation {
  readonly pattern: string
  readonly matches: KeyMatcher
  /** Entries made up to this time are invalid, in milliseconds since the epoch. */
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
