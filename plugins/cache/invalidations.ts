import { desc, eq, lt, sql } from 'drizzle-orm'
import type { GenerationNumbers } from 'lintel'
import { coreTables, forgetGenerations, type RequestContext } from 'lintel/kit'
import type { Entry } from './entry.ts'
import type { Invalidation, IsolateCache } from './isolate-cache.ts'
import { matcherOf, wholePattern } from './keys.ts'
import { dropKv } from './kv-tier.ts'
import { longestTtl } from './namespaces.ts'
import { invalidations } from './tables.ts'

/** Name of the generation that rises with each invalidation. No collection can have this name. */
const GENERATION = 'cache:'

/**
 * Maximum number of patterns that an isolate reads at once. If there are more, only the newest are read, and all
 * entries that are older than these count as invalidated.
 */
const MAX_PATTERNS = 1000

/** The current time in milliseconds, computed as in the triggers that raise the generations of content. */
const NOW = sql<number>`CAST(unixepoch('now', 'subsec') * 1000 AS INTEGER)`

/**
 * Makes every matching entry unusable: in this isolate at once, in all others as soon as they read the generations
 * again.
 * @returns how many entries there were, in the memory of this isolate and in KV
 */
export async function invalidate(c: RequestContext, cache: IsolateCache, pattern: string): Promise<number> {
  const whole = wholePattern(pattern)
  const at = Date.now()
  const matches = matcherOf(whole)
  remember(cache, [{ pattern: whole, matches, at }])
  const inMemory = cache.memory?.drop(matches, at) ?? 0
  await writeDown(c, whole, at, at - longestTtl(cache.settings) * 1000)
  forgetGenerations(c)
  return inMemory + (cache.settings.kvEnabled ? await dropKv(c, matches) : 0)
}

/** Tells whether an entry was made before an invalidation that matches its key. */
export function isInvalidated(cache: IsolateCache, { key, createdAt }: Entry): boolean {
  return cache.invalidations.some(({ matches, at }) => createdAt <= at && matches(key))
}

/** Tells whether there are invalidations that this isolate has not read yet. */
export function isBehind(cache: IsolateCache, generations: GenerationNumbers): boolean {
  return (generations[GENERATION] ?? 0) > cache.invalidationsKnown
}

/**
 * Reads the invalidations of all isolates, and drops the entries that match. A replica that lags behind returns only
 * the invalidations that have reached it, together with the generation that belongs to them.
 */
export async function catchUp(c: RequestContext, cache: IsolateCache): Promise<void> {
  const db = c.get('db')
  const { contentGenerations } = coreTables
  const [rows, [known]] = await db.batch([
    db
      .select()
      .from(invalidations)
      .orderBy(desc(invalidations.at))
      .limit(MAX_PATTERNS + 1),
    db
      .select({ generation: contentGenerations.generation })
      .from(contentGenerations)
      .where(eq(contentGenerations.name, GENERATION)),
  ])
  const oldest = rows[MAX_PATTERNS]
  const all = oldest ? [...rows.slice(0, MAX_PATTERNS), { pattern: '*', at: oldest.at }] : rows
  remember(
    cache,
    all.map(({ pattern, at }) => ({ pattern, at, matches: matcherOf(pattern) })),
  )
  for (const { matches, at } of cache.invalidations) cache.memory?.drop(matches, at)
  cache.invalidationsKnown = Math.max(cache.invalidationsKnown, known?.generation ?? 0)
}

/**
 * Adds invalidations to those that the isolate remembers. Keeps only the newest of each pattern, and drops those that
 * are older than any entry can be.
 */
function remember(cache: IsolateCache, news: readonly Invalidation[]): void {
  const oldest = Date.now() - longestTtl(cache.settings) * 1000
  const byPattern = new Map<string, Invalidation>()
  for (const one of [...cache.invalidations, ...news]) {
    const earlier = byPattern.get(one.pattern)
    if (one.at >= oldest && (!earlier || earlier.at < one.at)) byPattern.set(one.pattern, one)
  }
  cache.invalidations = [...byPattern.values()]
}

/**
 * Stores the pattern and raises the generation that announces it to other isolates, in one transaction. Deletes
 * invalidations that are too old to matter.
 */
async function writeDown(c: RequestContext, pattern: string, at: number, oldest: number): Promise<void> {
  const db = c.get('db')
  const { contentGenerations } = coreTables
  await db.batch([
    db.insert(invalidations).values({ pattern, at }).onConflictDoUpdate({ target: invalidations.pattern, set: { at } }),
    db.delete(invalidations).where(lt(invalidations.at, oldest)),
    db
      .insert(contentGenerations)
      .values({ name: GENERATION, generation: NOW })
      .onConflictDoUpdate({
        target: contentGenerations.name,
        set: { generation: sql`max("generation" + 1, excluded."generation")` },
      }),
  ])
}
