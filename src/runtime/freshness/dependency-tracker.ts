import type { GenerationNumbers } from '../../config/response-cache.ts'
import { batch, type Database, type Row, type Statement } from '../database/database.ts'
import { generationsStatement, readGenerations } from './generations.ts'

/** Records what a response is made from, so that it can be cached. */
export interface DependencyTracker {
  /** Names of the generations that the response depends on. */
  readonly sources: readonly string[]
  /** True if the response cannot change with time alone. */
  readonly isTimeless: boolean
  /** The generations at the first read, and the next time at which a scheduled document is due. */
  seen: { readonly generations: GenerationNumbers; readonly due: number | null } | null
}

/** The request or background work for which content is read. */
export interface Reader {
  readonly runtime: { readonly database: Database }
  /** Current time in milliseconds since the epoch. */
  readonly now: number
  /** Set while a response that may be cached is made. */
  readonly tracker?: DependencyTracker
}

/**
 * Reads content for a response, in one round trip. Later reads are in the same session of the database, so they are at
 * least as new.
 */
export async function readContent(
  { runtime, now, tracker }: Reader,
  statements: readonly Statement[],
): Promise<Row[][]> {
  if (!tracker || tracker.seen) return batch(runtime.database, statements)
  const generations = generationsStatement(tracker.sources, tracker.isTimeless ? null : now)
  const [[seen] = [], ...rows] = await batch(runtime.database, [generations, ...statements])
  tracker.seen = readGenerations(seen)
  return rows
}
