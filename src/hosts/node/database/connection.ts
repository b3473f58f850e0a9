import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { keepFilePrivate, makeFilePrivate } from '../private-files.ts'
import { databaseError } from './database-error.ts'
import { type ToObject, toObjectOf } from './row-objects.ts'
import { countValues, hasMore, withOpenLimits } from './statement-text.ts'

/** Rows that a statement returned, and its duration. */
export interface Returned {
  readonly rows: unknown[]
  /** Names of the columns, if they were requested. */
  readonly columns: readonly string[]
  /** Time spent in the database, in milliseconds. */
  readonly duration: number
}

/** Form of rows. Lists keep columns with the same name apart; `named` adds the names of the columns. */
export type Form = 'objects' | 'lists' | 'named'

/** A connection to the database file. Each query blocks this thread. */
export interface Connection {
  /**
   * Runs a statement with values.
   * @throws Error with D1's wording
   */
  ask(sql: string, values: readonly SQLInputValue[], form: Form): Returned
  /** Runs a statement without values that returns nothing. */
  run(sql: string): void
  /** Runs several queries on one state of the file. */
  together<Result>(ask: () => Result): Result
  /** Tells whether a transaction is open. Some errors end the transaction. */
  isInTransaction(): boolean
  /** Returns the number of rows changed so far, including those changed by triggers. */
  changes(): number
  /** Returns the size in bytes. */
  size(): number
  close(): void
}

export interface ConnectionOptions {
  readonly readOnly: boolean
}

/** Maximum number of prepared statements that are kept, by text. A service has a few hundred. */
const MAX_PREPARED = 1000

/** Size of each connection's page cache, in KiB. */
const CACHE = 16_384

/**
 * Number of pages in the write-ahead log (16 MB) at which a commit copies them into the file, so that pages changed
 * repeatedly are copied once. With SQLite's default of 1,000 pages, four readers that run beside four writers wait 50 %
 * longer.
 */
const LONG_LOG = 4000

/** Milliseconds for which opening waits for other processes that are opening the file. */
const PATIENCE = 10_000

/** Maximum number of values of a statement, and of bytes in its text, as on D1. */
const MAX_VALUES = 100
const MAX_LENGTH = 100_000
/** D1's limits that SQLite enforces itself. Versions of Node that cannot set limits ignore them. */
const LIMITS = { column: 100, exprDepth: 100, compoundSelect: 5, likePatternLength: 50 }

/**
 * Opens a database file.
 * @throws Error if the file cannot be opened, or is not a database
 */
export function openConnection(path: string, { readOnly }: ConnectionOptions): Connection {
  if (!readOnly) keepPrivate(path)
  const db = new DatabaseSync(path, {
    readOnly,
    timeout: PATIENCE,
    enableForeignKeyConstraints: true,
    enableDoubleQuotedStringLiterals: true,
    limits: LIMITS,
  })
  if (!readOnly) db.exec('PRAGMA journal_mode = WAL')
  // Commits survive a crash of the process. The log sync makes them survive a loss of power, so that this thread need
  // not wait.
  db.exec('PRAGMA synchronous = NORMAL')
  db.exec(`PRAGMA cache_size = -${CACHE}`)
  db.exec('PRAGMA temp_store = MEMORY')
  if (!readOnly) {
    db.exec(`PRAGMA wal_autocheckpoint = ${LONG_LOG}`)
    db.exec('PRAGMA journal_size_limit = 67108864')
  }
  // From now on, waiting for a lock must not block this thread.
  db.exec('PRAGMA busy_timeout = 0')
  const prepared = new Map<string, Prepared>()

  const prepare = (sql: string): Prepared => {
    const known = prepared.get(sql)
    if (known) return known
    if (Buffer.byteLength(sql) > MAX_LENGTH) throw databaseError('statement too long', 'SQLITE_TOOBIG')
    const count = countValues(sql)
    if (count > MAX_VALUES) throw databaseError('too many SQL variables', 'SQLITE_ERROR')
    const text = withOpenLimits(sql)
    const statement = db.prepare(text)
    if (hasMore(text, statement.sourceSQL)) throw databaseError('one statement at a time', 'SQLITE_ERROR')
    statement.setReturnArrays(true)
    if (prepared.size >= MAX_PREPARED) prepared.delete(prepared.keys().next().value ?? '')
    const made = { statement, count, toObject: objectMaker(statement, sql) }
    prepared.set(sql, made)
    return made
  }
  const changed = db.prepare('SELECT total_changes() AS n')
  const pages = db.prepare('SELECT page_count * page_size AS n FROM pragma_page_count, pragma_page_size')
  const run = (sql: string) => {
    try {
      prepare(sql).statement.run()
    } catch (error) {
      throw databaseError(error)
    }
  }
  return {
    ask(sql, values, form) {
      const began = performance.now()
      try {
        const { statement, count, toObject } = prepare(sql)
        if (values.length !== count) throw new Error('D1_ERROR: Wrong number of parameter bindings for SQL query.')
        const lists = rowsOf(statement, values)
        const rows = form === 'objects' && lists.length > 0 ? lists.map(toObject()) : lists
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

/** Restricts the database file to its owner. SQLite gives the files beside it the same mode. */
function keepPrivate(path: string): void {
  makeFilePrivate(path)
  for (const suffix of ['-wal', '-shm']) keepFilePrivate(path + suffix)
}

interface Prepared {
  readonly statement: StatementSync
  /** Number of values of the statement. */
  readonly count: number
  /** Returns a function that converts a row to an object, by the current names of the columns. */
  readonly toObject: () => ToObject
}

/**
 * Runs a statement and returns its rows. As with D1, bytes are arrays of numbers, and integers that JavaScript cannot
 * represent are rounded.
 */
function rowsOf(statement: StatementSync, values: readonly SQLInputValue[]): unknown[][] {
  const rows = readRows(statement, values)
  for (const row of rows) {
    for (let index = 0; index < row.length; index += 1) {
      const value = row[index]
      if (typeof value === 'object' && value !== null) row[index] = [...(value as Uint8Array)]
    }
  }
  return rows
}

function readRows(statement: StatementSync, values: readonly SQLInputValue[]): unknown[][] {
  const read = () => statement.all(...values) as unknown as unknown[][] // `setReturnArrays` makes rows arrays
  try {
    return read()
  } catch (error) {
    if ((error as { readonly code?: string }).code !== 'ERR_OUT_OF_RANGE') throw error
    statement.setReadBigInts(true)
    try {
      return read().map((row) => row.map((value) => (typeof value === 'bigint' ? Number(value) : value)))
    } finally {
      statement.setReadBigInts(false)
    }
  }
}

function columnsOf(statement: StatementSync): string[] {
  return statement.columns().map(({ name }) => name)
}

/**
 * Returns `Prepared.toObject` of a statement. With `*`, the columns depend on the table when the statement runs;
 * otherwise they are fixed.
 */
function objectMaker(statement: StatementSync, sql: string): () => ToObject {
  let known: { readonly names: readonly string[]; readonly toObject: ToObject } | undefined
  const isFixed = !sql.includes('*')
  return () => {
    if (known && isFixed) return known.toObject
    const names = columnsOf(statement)
    if (!known || known.names.join('\n') !== names.join('\n')) known = { names, toObject: toObjectOf(names) }
    return known.toObject
  }
}
