import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { databaseError } from './database-error.ts'
import { countValues, hasMore } from './statement-text.ts'

/** Result of a statement. */
export interface Returned {
  readonly rows: unknown[]
  /** Names of the columns, where they were asked for. */
  readonly columns: readonly string[]
  /** Time in the database, in milliseconds. */
  readonly duration: number
}

/** Form of rows: lists keep columns of one name apart. `named` are lists that come with the names of their columns. */
export type Form = 'objects' | 'lists' | 'named'

/** A connection to the database file. Each question blocks this thread until it is answered. */
export interface Connection {
  /** @throws Error in the words of D1 */
  ask(sql: string, values: readonly SQLInputValue[], form: Form): Returned
  /** Runs a statement that returns nothing and has no values. */
  run(sql: string): void
  /** Asks several questions of one state of the file. */
  together<Result>(ask: () => Result): Result
  /** A transaction has begun and not ended: some errors end it by themselves. */
  isInTransaction(): boolean
  /** Rows changed so far, those of triggers included. */
  changes(): number
  /** In bytes. */
  size(): number
  close(): void
}

export interface ConnectionOptions {
  readonly readOnly: boolean
  /** Durability of a commit: `full` outlives a loss of power, `normal` that of the process. */
  readonly synchronous: 'full' | 'normal'
}

/** Statements that stay prepared, by their text: a service has some hundreds. */
const MAX_PREPARED = 1000

/** Memory for pages of the file, in KiB, for each connection. */
const CACHE = 16_384

/** Time for which opening waits for other processes that open the file too, in milliseconds. */
const PATIENCE = 10_000

/** Most values of a statement, and most bytes of one, as on D1. */
const MAX_VALUES = 100
const MAX_LENGTH = 100_000
/** Further limits of D1. Versions of Node that know no limits leave them out. */
const LIMITS = { column: 100, exprDepth: 100, compoundSelect: 5, likePatternLength: 50 }

/** @throws Error where the file cannot be opened, or is no database */
export function openConnection(path: string, { readOnly, synchronous }: ConnectionOptions): Connection {
  const db = new DatabaseSync(path, {
    readOnly,
    timeout: PATIENCE,
    enableForeignKeyConstraints: true,
    enableDoubleQuotedStringLiterals: true,
    limits: LIMITS,
  })
  if (!readOnly) db.exec('PRAGMA journal_mode = WAL')
  db.exec(`PRAGMA synchronous = ${synchronous}`)
  db.exec(`PRAGMA cache_size = -${CACHE}`)
  db.exec('PRAGMA temp_store = MEMORY')
  if (!readOnly) db.exec('PRAGMA journal_size_limit = 67108864')
  // From here on whoever asks waits without holding up this thread.
  db.exec('PRAGMA busy_timeout = 0')
  const prepared = new Map<string, Prepared>()

  const prepare = (sql: string, form: Form): Prepared => {
    const key = form === 'objects' ? sql : `lists ${sql}`
    const known = prepared.get(key)
    if (known) return known
    if (Buffer.byteLength(sql) > MAX_LENGTH) throw databaseError('statement too long', 'SQLITE_TOOBIG')
    const count = countValues(sql)
    if (count > MAX_VALUES) throw databaseError('too many SQL variables', 'SQLITE_ERROR')
    const statement = db.prepare(sql)
    if (hasMore(sql, statement.sourceSQL)) throw databaseError('one statement at a time', 'SQLITE_ERROR')
    if (form !== 'objects') statement.setReturnArrays(true)
    if (prepared.size >= MAX_PREPARED) prepared.delete(prepared.keys().next().value ?? '')
    const made = { statement, count }
    prepared.set(key, made)
    return made
  }
  const changed = db.prepare('SELECT total_changes() AS n')
  const pages = db.prepare('SELECT page_count * page_size AS n FROM pragma_page_count, pragma_page_size')
  const run = (sql: string) => {
    try {
      prepare(sql, 'objects').statement.run()
    } catch (error) {
      throw databaseError(error)
    }
  }
  return {
    ask(sql, values, form) {
      const began = performance.now()
      try {
        const { statement, count } = prepare(sql, form)
        if (values.length !== count) throw new Error('D1_ERROR: Wrong number of parameter bindings for SQL query.')
        const rows = rowsOf(statement, values)
        const columns = form === 'named' ? columnsOf(statement) : []
        return { rows, columns, duration: performance.now() - began }
      } catch (error) {
        throw databaseError(error)
      }
    },
    run,
    together(ask) {
      run('BEGIN')
      try {
        return ask()
      } finally {
        run('COMMIT')
      }
    },
    isInTransaction: () => db.isTransaction,
    changes: () => Number(changed.get()?.n),
    size: () => Number(pages.get()?.n),
    close: () => db.close(),
  }
}

interface Prepared {
  readonly statement: StatementSync
  /** Of its values. */
  readonly count: number
}

/** Bytes come as lists of numbers, and whole numbers that JavaScript cannot hold are rounded, as from D1. */
function rowsOf(statement: StatementSync, values: readonly SQLInputValue[]): unknown[] {
  const rows = readRows(statement, values)
  for (const row of rows as Record<string, unknown>[]) {
    for (const name in row) {
      const value = row[name]
      if (typeof value === 'object' && value !== null) row[name] = [...(value as Uint8Array)]
    }
  }
  return rows
}

function readRows(statement: StatementSync, values: readonly SQLInputValue[]): unknown[] {
  try {
    return statement.all(...values)
  } catch (error) {
    if ((error as { readonly code?: string }).code !== 'ERR_OUT_OF_RANGE') throw error
    statement.setReadBigInts(true)
    try {
      return statement.all(...values).map(withNumbers)
    } finally {
      statement.setReadBigInts(false)
    }
  }
}

function withNumbers(row: object): object {
  const entries = Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value])
  return Array.isArray(row) ? entries.map(([, value]) => value) : Object.fromEntries(entries)
}

function columnsOf(statement: StatementSync): string[] {
  return statement.columns().map(({ name }) => name)
}
