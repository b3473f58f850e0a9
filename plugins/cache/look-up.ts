import type { GenerationNumbers } from 'lintel'
import { isDatabaseAway, isTrusted, type RequestContext } from 'lintel/kit'
import { type Entry, isCurrent } from './entry.ts'
import { catchUp, isBehind, isInvalidated } from './invalidations.ts'
import type { Flight, IsolateCache } from './isolate-cache.ts'
import { namespaceOf } from './keys.ts'
import { readKv, writeKv } from './kv-tier.ts'
import { count } from './statistics.ts'

/** Position of an entry, and what it depends on. */
export interface Place {
  /** Whole. */
  readonly key: string
  readonly version: string
  /** Names of the generations that it depends on. */
  readonly sources: readonly string[]
  /** Seconds. */
  readonly ttl: number
  readonly usesMemory: boolean
  readonly usesKv: boolean
  /** Bytes that a value takes in memory. */
  readonly sizeOf: (value: unknown) => number
}

/** A value that was made now. */
export interface Made {
  readonly value: unknown
  readonly generations: GenerationNumbers
  /** Time at which it changes by itself, in milliseconds since the epoch; `null`: never. */
  readonly until: number | null
}

export interface Found {
  readonly entry: Entry
  readonly status: 'HIT' | 'MISS' | 'STALE'
  readonly source: 'memory' | 'kv' | 'database'
}

/** Time to wait for another request that makes the same, in milliseconds: it may have been cut off. */
const PATIENCE = 5000

/** The same where the database has just not answered and there is something from before, in milliseconds. */
const BRIEF_PATIENCE = 500

/**
 * Memory, then KV, then `make`; what is found below is kept above. Requests for one thing at the same time make it once.
 * @param known what is known of generations; `null` where the database does not answer. Then what memory has is given
 * once `make` has failed for the same reason, or takes longer than half a second
 */
export async function lookUp(
  c: RequestContext,
  cache: IsolateCache,
  place: Place,
  known: GenerationNumbers | null,
  make: () => Promise<Made>,
): Promise<Found> {
  const namespace = namespaceOf(place.key)
  const generations = known && isBehind(cache, known) ? await caughtUp(c, cache, known) : known
  const kept = generations && readMemory(cache, place, generations)
  if (kept) {
    count(c, cache, namespace, 'memoryHits')
    return { entry: kept, status: 'HIT', source: 'memory' }
  }
  const flight = fly(c, cache, place, generations, make)
  const outcome = generations === null && readStale(c, cache, place) ? inTime(flight, BRIEF_PATIENCE) : flight
  const landed = await outcome.catch((error: unknown) => {
    if (isDatabaseAway(error) && readStale(c, cache, place)) return null
    throw error
  })
  if (landed) {
    const { entry, source } = landed
    count(c, cache, namespace, source === 'kv' ? 'kvHits' : 'dbHits')
    return { entry, source, status: source === 'kv' ? 'HIT' : 'MISS' }
  }
  // Written here while it was waited for, perhaps: then only what is made now is right.
  const stale = readStale(c, cache, place)
  if (!stale) return { ...(await flight), status: 'MISS' }
  count(c, cache, namespace, 'stale')
  return { entry: stale, status: 'STALE', source: 'memory' }
}

/** Reads an entry from the first tier that has it, or returns `null`; computes nothing. */
export async function peek(
  c: RequestContext,
  cache: IsolateCache,
  place: Place,
  known: GenerationNumbers | null,
): Promise<Entry | null> {
  const namespace = namespaceOf(place.key)
  const generations = known && isBehind(cache, known) ? await caughtUp(c, cache, known) : known
  const inMemory = generations && readMemory(cache, place, generations)
  const inKv = inMemory || !generations ? null : await readLower(c, cache, place, generations)
  count(c, cache, namespace, inMemory ? 'memoryHits' : inKv ? 'kvHits' : 'dbHits')
  return inMemory ?? inKv
}

/** Keeps a value in every tier of its place. */
export function keep(c: RequestContext, cache: IsolateCache, place: Place, made: Made, createdAt: number): Entry {
  const end = createdAt + place.ttl * 1000
  const entry: Entry = {
    key: place.key,
    value: made.value,
    version: place.version,
    createdAt,
    expiresAt: made.until === null ? end : Math.min(end, made.until),
    until: made.until,
    generations: made.generations,
  }
  if (entry.expiresAt <= Date.now() || isInvalidated(cache, entry)) return entry
  keepInMemory(cache, place, entry)
  if (place.usesKv) c.executionCtx.waitUntil(writeKv(c, entry, stateOf(place, made.generations)))
  return entry
}

/** `null` while it is not known what others have invalidated. */
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

function readMemory(cache: IsolateCache, place: Place, generations: GenerationNumbers): Entry | null {
  const kept = place.usesMemory ? cache.memory?.get(place.key) : undefined
  if (!kept || kept.version !== place.version || kept.expiresAt <= Date.now()) return null
  if (!isCurrent(kept, place.sources, generations)) return null
  kept.hits += 1
  return kept
}

/**
 * The answer that was right before, unless this isolate has written since to what it was made from: what was taken down must not
 * come back. Whatever was invalidated on purpose is not in memory any more.
 */
function readStale(
  c: RequestContext,
  { memory, settings }: IsolateCache,
  { key, version, usesMemory, sources }: Place,
): Entry | null {
  const kept = usesMemory ? memory?.get(key) : undefined
  if (!kept || kept.version !== version || !isTrusted(c, sources, kept.createdAt)) return null
  return Date.now() < kept.expiresAt + settings.maxStale * 1000 ? kept : null
}

/** Joins a flight that has left for the same, with the same knowledge, or sends one. */
async function fly(
  c: RequestContext,
  cache: IsolateCache,
  place: Place,
  generations: GenerationNumbers | null,
  make: () => Promise<Made>,
): Promise<Flight> {
  const name = `${place.key}#${generations ? stateOf(place, generations) : 'unknown'}`
  const underWay = cache.flights.get(name)
  const joined = underWay && (await inTime(underWay))
  if (joined) return joined
  const flight = fetchOrMake(c, cache, place, generations, make)
  cache.flights.set(name, flight)
  const settled = flight.then(
    () => {},
    () => {},
  )
  const landed = settled.then(() => {
    if (cache.flights.get(name) === flight) cache.flights.delete(name)
  })
  c.executionCtx.waitUntil(landed) // others wait for it, even when this caller has gone
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
  place: Place,
  generations: GenerationNumbers | null,
  make: () => Promise<Made>,
): Promise<Flight> {
  const inKv = generations && (await readLower(c, cache, place, generations))
  if (inKv) return { entry: inKv, source: 'kv' }
  const createdAt = Date.now()
  return { entry: keep(c, cache, place, await make(), createdAt), source: 'database' }
}

async function readLower(
  c: RequestContext,
  cache: IsolateCache,
  place: Place,
  generations: GenerationNumbers,
): Promise<Entry | null> {
  if (!place.usesKv) return null
  const entry = await readKv(c, place.key, stateOf(place, generations))
  if (!entry || entry.version !== place.version || entry.expiresAt <= Date.now()) return null
  if (!isCurrent(entry, place.sources, generations) || isInvalidated(cache, entry)) return null
  keepInMemory(cache, place, entry)
  return entry
}

function keepInMemory(cache: IsolateCache, place: Place, entry: Entry): void {
  if (place.usesMemory) cache.memory?.set(entry, place.sizeOf(entry.value))
}

/** Tells apart what a key stands for at different times: generations only rise, so their sum does. */
function stateOf({ version, sources }: Place, generations: GenerationNumbers): string {
  return `${version}.${sources.reduce((sum, name) => sum + (generations[name] ?? 0), 0)}`
}
