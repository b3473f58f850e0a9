import type { GenerationNumbers } from '../../config/response-cache.ts'
import { sqlText } from '../../ground/sql-text.ts'
import type { HostDatabase } from '../../hosts/host.ts'
import { keptFor } from '../common/kept-for.ts'
import { isDatabaseAway, newest, query, type Statement } from '../database/database.ts'
import { during } from '../deadlines/deadline.ts'
import type { Runtime } from '../isolate/runtime.ts'

/**
 * The generations of the database's content, as this isolate knows them: the numbers in `content_generations`, which
 * rise with each write. A response made at a lower number may be outdated.
 */
export interface Generations {
  /**
   * Returns the numbers, at most `maxAge` milliseconds old. In the second half of that time, they are read again in the
   * background, so that requests rarely wait.
   * @returns `null` if the database does not respond
   */
  current(reading: Reading): GenerationNumbers | null | Promise<GenerationNumbers | null>
  /** Adopts numbers that came with another result. Numbers never decrease. */
  learn(numbers: GenerationNumbers): void
  /** Adopts all numbers, as they were read at `at`, in milliseconds since the epoch. */
  remember(numbers: GenerationNumbers, at: number): void
  /**
   * Makes the next call of `current` read the numbers from the database, because this isolate may have written to it.
   */
  forget(): void
  /**
   * Marks stored responses that depend on these generations as outdated for this isolate, which is about to write to
   * their content.
   */
  distrust(names: readonly string[]): void
  /**
   * Tells whether a response that was made at `madeAt` and depends on these generations is newer than this isolate's
   * last write to them.
   */
  isTrusted(names: readonly string[], madeAt: number): boolean
}

export interface Reading {
  readonly maxAge: number
  readonly db: HostDatabase
  /** Keeps the request's isolate alive for background work. */
  waitUntil(work: Promise<unknown>): void
}

const ALL = 'SELECT name, generation FROM "content_generations"'

/** Milliseconds without further attempts after the database failed to respond. */
const SILENCE = 1000

/** Maximum time, in milliseconds, that a background read may take before another one starts. */
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
    // Numbers that were read before this isolate wrote are outdated.
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

const NUMBERS = sqlText`
    (SELECT json_group_object(name, generation)
    FROM "content_generations"
    WHERE name IN (SELECT value FROM json_each(?1))) AS "generations"
  `

const NEXT_DUE = sqlText`
  (SELECT scheduled_at
  FROM "content"
  WHERE status = 'scheduled' AND scheduled_at > ?2
  AND collection_id IN (SELECT value FROM json_each(?1))
  ORDER BY scheduled_at LIMIT 1) AS "due"
`

/**
 * Returns a statement that reads generations in the transaction of another read, and the next time at which a scheduled
 * document of the named collections is due.
 * @param after milliseconds since the epoch; `null` if the response does not change with time
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
