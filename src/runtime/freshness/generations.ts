import type { GenerationNumbers } from '../../config/response-cache.ts'
import { sqlText } from '../../ground/sql-text.ts'
import type { HostDatabase } from '../../hosts/host.ts'
import { keptFor } from '../common/kept-for.ts'
import { isDatabaseAway, newest, query, type Statement } from '../database/database.ts'
import { during } from '../deadlines/deadline.ts'
import type { Runtime } from '../isolate/runtime.ts'

/**
 * Generations of the database's content as this isolate knows them: the numbers in `content_generations`, which rise
 * with each write. Anything made at a lower number may be out of date.
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
  /** Takes over all numbers, read at a time in milliseconds since the epoch. */
  remember(numbers: GenerationNumbers, at: number): void
  /** This isolate may have written: the next question reads. */
  forget(): void
  /**
   * This isolate is about to write to what these names stand for. Whatever comes of it, nothing that was made before is
   * right any more as far as this isolate knows.
   */
  distrust(names: readonly string[]): void
  /**
   * Tells whether something made from these names at a given time may still have been right at this isolate's last
   * write.
   */
  isTrusted(names: readonly string[], madeAt: number): boolean
}

export interface Reading {
  readonly maxAge: number
  readonly db: HostDatabase
  /** Keeps the request's isolate alive for what runs in the background. */
  waitUntil(work: Promise<unknown>): void
}

const ALL = 'SELECT name, generation FROM "content_generations"'

/** For how long nobody asks again once the database has not answered, in milliseconds. */
const SILENCE = 1000

/** Longest time that a read in the background is waited for before another one starts, in milliseconds. */
const PATIENCE = 2000

export const generationsOf: (runtime: Runtime) => Generations = keptFor(createGenerations)

function createGenerations(): Generations {
  const numbers: Record<string, number> = Object.create(null)
  let readAt = Number.NEGATIVE_INFINITY
  let startedAt = Number.NEGATIVE_INFINITY
  let forgotten = 0
  let forgottenAt = Number.NEGATIVE_INFINITY
  let silentUntil = Number.NEGATIVE_INFINITY
  const writtenAt: Record<string, number> = Object.create(null)

  const learn = (read: GenerationNumbers) => {
    for (const name in read) numbers[name] = Math.max(numbers[name] ?? 0, read[name] ?? 0)
  }
  const read = async (db: HostDatabase) => {
    const began = Date.now()
    const epoch = forgotten
    startedAt = began
    const rows = await during('glance', () => query(newest(db), ALL, []))
    learn(Object.fromEntries(rows.map((row) => [String(row.name), Number(row.generation)])))
    // What was read before this isolate wrote is true no more.
    if (epoch === forgotten) readAt = began
    return numbers
  }
  /** Maps an unreachable database to `null`; any other error is a bug and is thrown. */
  const orNull = (error: unknown) => {
    if (!isDatabaseAway(error)) throw error
    silentUntil = Date.now() + SILENCE
    return null
  }
  return {
    learn,
    remember: (read, at) => {
      learn(read)
      if (at > forgottenAt) readAt = Math.max(readAt, at)
    },
    current: ({ maxAge, db, waitUntil }) => {
      const now = Date.now()
      const age = now - readAt
      if (age >= maxAge) return now < silentUntil ? null : read(db).catch(orNull)
      if (age > maxAge / 2 && now - startedAt > Math.min(PATIENCE, maxAge / 2)) waitUntil(read(db).catch(orNull))
      return numbers
    },
    distrust: (names) => {
      for (const name of names) writtenAt[name] = Date.now()
    },
    isTrusted: (names, madeAt) => names.every((name) => madeAt > (writtenAt[name] ?? Number.NEGATIVE_INFINITY)),
    forget: () => {
      forgotten += 1
      forgottenAt = Date.now()
      readAt = Number.NEGATIVE_INFINITY
    },
  }
}

const NUMBERS =
  '(SELECT json_group_object(name, generation) FROM "content_generations" WHERE name IN (SELECT value FROM json_each(?1))) AS "generations"'

const NEXT_DUE = sqlText`
  (SELECT scheduled_at
  FROM "content"
  WHERE status = 'scheduled' AND scheduled_at > ?2
  AND collection_id IN (SELECT value FROM json_each(?1))
  ORDER BY scheduled_at LIMIT 1) AS "due"
`

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

/** Reads the row that `generationsStatement` returns. */
export function readGenerations(row: Readonly<Record<string, unknown>> | undefined): {
  readonly generations: GenerationNumbers
  readonly due: number | null
} {
  const generations = JSON.parse(String(row?.generations ?? '{}')) as GenerationNumbers // json_group_object of numbers
  return { generations, due: typeof row?.due === 'number' ? row.due : null }
}
