import type { GenerationNumbers } from 'lintel'
import { isDatabaseAway, isTrusted, type RequestContext } from 'lintel/kit'
import { type Entry, isCurrent } from './entry.ts'
import { catchUp, isBehind, isInvalidated } from './invalidations.ts'
import type { Flight, IsolateCache } from './isolate-cache.ts'
import { namespaceOf } from './keys.ts'
import { readKv, writeKv } from './kv-tier.ts'
import { count } from './statistics.ts'

/** Key of an entry, the tiers that keep it, its lifetime, and the sources that it depends on. */
export interface EntrySpec {
  /** The complete key. */
  readonly key: string
  readonly version: string
  /** Names of the generations that the entry depends on. */
  readonly sources: readonly string[]
  /** Lifetime in seconds. */
  readonly ttl: number
  readonly usesMemory: boolean
  readonly usesKv: boolean
  /** Returns the number of bytes that a value takes in memory. */
  readonly sizeOf: (value: unknown) => number
}

/** A value that was computed just now. */
export interface Made {
  readonly value: unknown
  readonly generations: GenerationNumbers
  /** Time at which the value changes without a write, in milliseconds since the epoch; `null` if it never does. */
  readonly until: number | null
}

export interface Found {
  readonly entry: Entry
  readonly status: 'HIT' | 'MISS' | 'STALE'
  readonly source: 'memory' | 'kv' | 'database'
}

/**
 * Maximum time to wait for another request that computes the same value, in milliseconds: that request may have been
 * cut off.
 */
const PATIENCE = 5000

/**
 * Maximum time to wait when the database has just failed to respond and an older value is available, in milliseconds.
 */
const BRIEF_PATIENCE = 500

/**
 * Looks an entry up in memory, then in KV, then calls `make`; a value found in a slower tier is stored in the faster
 * ones. Simultaneous requests for one key compute its value once.
 * @param known the known generations; `null` if the database does not respond. In that case, returns the value in
 * memory once `make` fails for the same reason, or takes longer than half a second
 */
export async function lookUp(
  c: RequestContext,
  cache: IsolateCache,
  spec: EntrySpec,
  known: GenerationNumbers | null,
  make: () => Promise<Made>,
): Promise<Found> {
  const namespace = namespaceOf(spec.key)
  const generations = known && isBehind(cache, known) ? await caughtUp(c, cache, known) : known
  const kept = generations && readMemory(cache, spec, generations)
  if (kept) {
    count(c, cache, namespace, 'memoryHits')
    return { entry: kept, status: 'HIT', source: 'memory' }
  }
  const flight = fly(c, cache, spec, generations, make)
  const outcome = generations === null && readStale(c, cache, spec) ? inTime(flight, BRIEF_PATIENCE) : flight
  const landed = await outcome.catch((error: unknown) => {
    if (isDatabaseAway(error) && readStale(c, cache, spec)) return null
    throw error
  })
  if (landed) {
    const { entry, source } = landed
    count(c, cache, namespace, source === 'kv' ? 'kvHits' : 'dbHits')
    return { entry, source, status: source === 'kv' ? 'HIT' : 'MISS' }
  }
  // This isolate may have written to a source while it waited: in that case only a value computed now is right.
  const stale = readStale(c, cache, spec)
  if (!stale) return { ...(await flight), status: 'MISS' }
  count(c, cache, namespace, 'stale')
  return { entry: stale, status: 'STALE', source: 'memory' }
}

/** Reads an entry from the first tier that has it, or returns `null`; computes nothing. */
export async function peek(
  c: RequestContext,
  cache: IsolateCache,
  spec: EntrySpec,
  known: GenerationNumbers | null,
): Promise<Entry | null> {
  const namespace = namespaceOf(spec.key)
  const generations = known && isBehind(cache, known) ? await caughtUp(c, cache, known) : known
  const inMemory = generations && readMemory(cache, spec, generations)
  const inKv = inMemory || !generations ? null : await readLower(c, cache, spec, generations)
  count(c, cache, namespace, inMemory ? 'memoryHits' : inKv ? 'kvHits' : 'dbHits')
  return inMemory ?? inKv
}

/**
 * Stores a value in every tier that the entry's namespace uses, unless it has already expired or was invalidated.
 * Returns the entry.
 */
export function keep(c: RequestContext, cache: IsolateCache, spec: EntrySpec, made: Made, createdAt: number): Entry {
  const end = createdAt + spec.ttl * 1000
  const entry: Entry = {
    key: spec.key,
    value: made.value,
    version: spec.version,
    createdAt,
    expiresAt: made.until === null ? end : Math.min(end, made.until),
    until: made.until,
    generations: made.generations,
  }
  if (entry.expiresAt <= Date.now() || isInvalidated(cache, entry)) return entry
  keepInMemory(cache, spec, entry)
  if (spec.usesKv) c.executionCtx.waitUntil(writeKv(c, entry, stateOf(spec, made.generations)))
  return entry
}

/**
 * Applies the invalidations that this isolate has not read yet, and returns the generations; `null` if some of these
 * invalidations cannot be read.
 */
async function caughtUp(
  c: RequestContext,
  cache: IsolateCache,
  generations: GenerationNumbers,
): Promise<GenerationNumbers | null> {
  try {
    await catchUp(c, cache)
    return isBehind(cache, generations) ? null : generations
  } catch (error) {
    if (isDatabaseAway(error)) return null
    throw error
  }
}

function readMemory(cache: IsolateCache, spec: EntrySpec, generations: GenerationNumbers): Entry | null {
  const kept = spec.usesMemory ? cache.memory?.get(spec.key) : undefined
  if (!kept || kept.version !== spec.version || kept.expiresAt <= Date.now()) return null
  if (!isCurrent(kept, spec.sources, generations)) return null
  kept.hits += 1
  return kept
}

/**
 * Returns the entry in memory, even if it is outdated; `null` if it expired more than `maxStale` seconds ago, or this
 * isolate has since written to one of its sources: removed content must not reappear. Entries that were invalidated on
 * purpose are no longer in memory.
 */
function readStale(
  c: RequestContext,
  { memory, settings }: IsolateCache,
  { key, version, usesMemory, sources }: EntrySpec,
): Entry | null {
  const kept = usesMemory ? memory?.get(key) : undefined
  if (!kept || kept.version !== version || !isTrusted(c, sources, kept.createdAt)) return null
  return Date.now() < kept.expiresAt + settings.maxStale * 1000 ? kept : null
}

/** Joins a look-up in progress for the same key and the same generations, or starts one. */
async function fly(
  c: RequestContext,
  cache: IsolateCache,
  spec: EntrySpec,
  generations: GenerationNumbers | null,
  make: () => Promise<Made>,
): Promise<Flight> {
  const name = `${spec.key}#${generations ? stateOf(spec, generations) : 'unknown'}`
  const underWay = cache.flights.get(name)
  const joined = underWay && (await inTime(underWay))
  if (joined) return joined
  const flight = fetchOrMake(c, cache, spec, generations, make)
  cache.flights.set(name, flight)
  const settled = flight.then(
    () => {},
    () => {},
  )
  const landed = settled.then(() => {
    if (cache.flights.get(name) === flight) cache.flights.delete(name)
  })
  c.executionCtx.waitUntil(landed) // others may wait for it, even when this caller is gone
  return flight
}

async function inTime(flight: Promise<Flight>, patience = PATIENCE): Promise<Flight | null> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), patience)
  })
  try {
    return await Promise.race([flight, late])
  } finally {
    clearTimeout(timer)
  }
}

async function fetchOrMake(
  c: RequestContext,
  cache: IsolateCache,
  spec: EntrySpec,
  generations: GenerationNumbers | null,
  make: () => Promise<Made>,
): Promise<Flight> {
  const inKv = generations && (await readLower(c, cache, spec, generations))
  if (inKv) return { entry: inKv, source: 'kv' }
  const createdAt = Date.now()
  return { entry: keep(c, cache, spec, await make(), createdAt), source: 'database' }
}

async function readLower(
  c: RequestContext,
  cache: IsolateCache,
  spec: EntrySpec,
  generations: GenerationNumbers,
): Promise<Entry | null> {
  if (!spec.usesKv) return null
  const entry = await readKv(c, spec.key, stateOf(spec, generations))
  if (!entry || entry.version !== spec.version || entry.expiresAt <= Date.now()) return null
  if (!isCurrent(entry, spec.sources, generations) || isInvalidated(cache, entry)) return null
  keepInMemory(cache, spec, entry)
  return entry
}

function keepInMemory(cache: IsolateCache, spec: EntrySpec, entry: Entry): void {
  if (spec.usesMemory) cache.memory?.set(entry, spec.sizeOf(entry.value))
}

/**
 * Returns a string that distinguishes the values of one key over time: generations only rise, so their sum does, too.
 */
function stateOf({ version, sources }: EntrySpec, generations: GenerationNumbers): string {
  return `${version}.${sources.reduce((sum, name) => sum + (generations[name] ?? 0), 0)}`
}
