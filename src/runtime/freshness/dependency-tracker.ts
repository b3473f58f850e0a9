import type { GenerationNumbers } from '../../config/response-cache.ts'
import { batch, type Database, type Row, type Statement } from '../database/database.ts'
import { generationsStatement, readGenerations } from './generations.ts'

/** Writes down what an answer is made from while it is made, so that it can be kept. */
export interface DependencyTracker {
  /** Names of the generations that it is made from. */
  readonly sources: readonly string[]
  /** Time alone does not change it. */
  readonly isTimeless: boolean
  /** As they were with the first thing read, and the next moment at which a scheduled document is due. */
  seen: { readonly generations: GenerationNumbers; readonly due: number | null } | null
}

/** Call on whose behalf something is read. */
export interface Reader {
  readonly runtime: { readonly database: Database }
  /** Milliseconds since the epoch. */
  readonly now: number
  /** Set while an answer is made that may be kept. */
  readonly tracker?: DependencyTracker
}

/**
 * Reads what an answer is made from, in one round trip. What is read after the first time is in the same session of the
 * database, so that it is no older.
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
