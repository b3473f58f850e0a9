import { LEDGER_POSITION } from '../../ground/ledger.ts'
import { type Database, query, type SqlValue, type Statement } from '../database/database.ts'

/**
 * Position at which an isolate last saw the ledger. Its program was judged by that position, so its reads and writes
 * must belong to the same state of the schema: every statement on documents checks the position in its own transaction.
 * As positions only rise, the last statement of a request confirms those before it.
 */
export interface LedgerPosition {
  /** The number of the last row; `null` for a ledger without rows. */
  current: number | null
  /** Time at which it was last confirmed, in milliseconds since the epoch. */
  confirmedAt: number
  /** True if the database has the program's migrations and no others. */
  isExact: boolean
}

export function unknownPosition(): LedgerPosition {
  return { current: null, confirmedAt: Number.NEGATIVE_INFINITY, isExact: true }
}

/**
 * A limit that is an error where the ledger is not at a position. SQLite looks at a limit once, before any row, so that
 * the error comes as well where there are none.
 * @param limit what it is otherwise, as SQL
 * @param position as SQL, a parameter
 */
export function limitAt(position: string, limit = '-1'): string {
  return `CASE WHEN ${LEDGER_POSITION} IS ${position} THEN ${limit} ELSE 'moved' END`
}

/** A statement without a limit of its own that fails where the ledger has moved. */
export function atPosition({ current }: LedgerPosition, sql: string, values: readonly SqlValue[]): Statement {
  return { sql: guarded(sql, values.length + 1), values: [...values, current] }
}

/** Guarded statements by their text: one that is the same string each time is found faster in whatever keeps it. */
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

/** The ledger is not where the isolate has seen it: what was asked may have meant something else. */
export class LedgerMovedError extends Error {
  override readonly name = 'LedgerMovedError'

  constructor() {
    super('the ledger has moved since this isolate looked')
  }
}

/** @throws LedgerMovedError where the ledger has moved */
export async function confirmPosition(db: Database, position: LedgerPosition): Promise<void> {
  const [row] = await query(db, `SELECT ${LEDGER_POSITION} AS position`, [])
  if ((row?.position ?? null) !== position.current) throw new LedgerMovedError()
  position.confirmedAt = Date.now()
}
