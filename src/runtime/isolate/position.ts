import { LEDGER_POSITION } from '../../ground/ledger.ts'
import { type Database, query, type SqlValue, type Statement } from '../database/database.ts'

/**
 * Position at which an isolate last saw the ledger. Its program was checked against that position, so its reads and
 * writes must belong to the same state of the schema: every statement on documents checks the position in its own
 * transaction. Because positions only rise, the last statement of a request confirms those before it.
 */
export interface LedgerPosition {
  /** Number of the last row; `null` for an empty ledger. */
  current: number | null
  /** Time at which the position was last confirmed, in milliseconds since the epoch. */
  confirmedAt: number
  /** True if the database has exactly the program's migrations. */
  isExact: boolean
}

export function unknownPosition(): LedgerPosition {
  return { current: null, confirmedAt: Number.NEGATIVE_INFINITY, isExact: true }
}

/**
 * Returns SQL of a limit that fails if the ledger is not at a position. SQLite evaluates a limit once, before any row,
 * so the limit fails even if there are no rows.
 * @param limit SQL of the limit itself
 * @param position SQL of the expected position, a parameter
 */
export function limitAt(position: string, limit = '-1'): string {
  return `CASE WHEN ${LEDGER_POSITION} IS ${position} THEN ${limit} ELSE 'moved' END`
}

/** Makes a statement fail if the ledger is not at this position. The statement must not have a limit of its own. */
export function atPosition({ current }: LedgerPosition, sql: string, values: readonly SqlValue[]): Statement {
  return { sql: guarded(sql, values.length + 1), values: [...values, current] }
}

/** Guarded statements, by the statement without the guard. Statement caches find the same string object faster. */
const texts = new Map<string, string>()
const MAX_TEXTS = 1000

function guarded(sql: string, parameter: number): string {
  const known = texts.get(sql)
  if (known !== undefined) return known
  const text = `${sql} LIMIT ${limitAt(`?${parameter}`)}`
  if (texts.size >= MAX_TEXTS) texts.clear()
  texts.set(sql, text)
  return text
}

/**
 * Thrown if the ledger is not at the position that the isolate has seen, so that a result may be based on another
 * schema.
 */
export class LedgerMovedError extends Error {
  override readonly name = 'LedgerMovedError'

  constructor() {
    super('the ledger has changed since this isolate read it')
  }
}

/**
 * Checks the position of the ledger.
 * @throws LedgerMovedError if it has changed
 */
export async function confirmPosition(db: Database, position: LedgerPosition): Promise<void> {
  const [row] = await query(db, `SELECT ${LEDGER_POSITION} AS position`, [])
  if ((row?.position ?? null) !== position.current) throw new LedgerMovedError()
  position.confirmedAt = Date.now()
}
