import type { GenerationNumbers } from '../../config/answers.ts'
import { type Database, isDatabaseAway, query, type Statement } from '../database.ts'
import type { Runtime } from '../runtime.ts'

/**
 * How new the database is, as this isolate knows it: the numbers of `content_generations`, which rise with each write.
 * What was made from a collection while its number was lower may have changed since.
 */
export interface Generations {
  /**
   * The numbers, read no longer than `maxAge` milliseconds ago. In the second half of that time they are read again in
   * the background, so that requests seldom wait.
   * @returns `null` when the database does not answer
   */
  current(reading: Reading): GenerationNumbers | null | Promise<GenerationNumbers | null>
  /** Takes over numbers that came with something else. None ever falls. */
  learn(numbers: GenerationNumbers): void
  /** This isolate may have written: the next question reads. */
  forget(): void
}

export interface Reading {
  readonly maxAge: number
  /** The primary, which knows all that was written. */
  readonly db: Database
  /** Keeps the request's isolate alive for what runs in the background. */
  waitUntil(work: Promise<unknown>): void
}

const ALL = 'SELECT name, generation FROM "content_generations"'

/** Longest time that a read in the background is waited for before another one starts, in milliseconds. */
const PATIENCE = 2000

const byRuntime = new WeakMap<Runtime, Generations>()

export function generationsOf(runtime: Runtime): Generations {
  const known = byRuntime.get(runtime)
  if (known) return known
  const generations = createGenerations()
  byRuntime.set(runtime, generations)
  return generations
}

function createGenerations(): Generations {
  const numbers: Record<string, number> = Object.create(null)
  let readAt = Number.NEGATIVE_INFINITY
  let startedAt = Number.NEGATIVE_INFINITY
  let forgotten = 0

  const learn = (read: GenerationNumbers) => {
    for (const name in read) numbers[name] = Math.max(numbers[name] ?? 0, read[name] ?? 0)
  }
  const read = async (db: Database) => {
    const began = Date.now()
    const epoch = forgotten
    startedAt = began
    const rows = await query(db, ALL, [])
    learn(Object.fromEntries(rows.map((row) => [String(row.name), Number(row.generation)])))
    // What was read before this isolate wrote is true no more.
    if (epoch === forgotten) readAt = began
    return numbers
  }
  return {
    learn,
    current: ({ maxAge, db, waitUntil }) => {
      const now = Date.now()
      const age = now - readAt
      if (age >= maxAge) return read(db).catch(orNull)
      if (age > maxAge / 2 && now - startedAt > Math.min(PATIENCE, maxAge / 2)) waitUntil(read(db).catch(orNull))
      return numbers
    },
    forget: () => {
      forgotten += 1
      readAt = Number.NEGATIVE_INFINITY
    },
  }
}

/** What cannot be read is unknown; anything else than a database that is away is a mistake of ours. */
function orNull(error: unknown): null {
  if (isDatabaseAway(error)) return null
  throw error
}

const NUMBERS =
  '(SELECT json_group_object(name, generation) FROM "content_generations" WHERE name IN (SELECT value FROM json_each(?1))) AS "generations"'

const NEXT_DUE =
  '(SELECT scheduled_at FROM "content" WHERE status = \'scheduled\' AND scheduled_at > ?2 AND collection_id IN (SELECT value FROM json_each(?1)) ORDER BY scheduled_at LIMIT 1) AS "due"'

/**
 * Asks for some numbers in the transaction that reads, and for the next moment at which a scheduled document of these
 * collections is due.
 * @param after in milliseconds since the epoch; `null` where time changes nothing
 */
export function generationsStatement(names: readonly string[], after: number | null): Statement {
  const values = [JSON.stringify(names)]
  if (after === null) return { sql: `SELECT ${NUMBERS}`, values }
  return { sql: `SELECT ${NUMBERS}, ${NEXT_DUE}`, values: [...values, after] }
}

/** What `generationsStatement` has found. */
export function readGenerations(row: Readonly<Record<string, unknown>> | undefined): {
  readonly generations: GenerationNumbers
  readonly due: number | null
} {
  const generations = JSON.parse(String(row?.generations ?? '{}')) as GenerationNumbers // json_group_object of numbers
  return { generations, due: typeof row?.due === 'number' ? row.due : null }
}
