import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { keepFilePrivate, makeFilePrivate } from '../private-files.ts'
import { databaseError } from './database-error.ts'
import { type ToObject, toObjectOf } from './row-objects.ts'
import { countValues, hasMore, withOpenLimits } from './statement-text.ts'

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
}

/** Statements that stay prepared, by their text: a service has some hundreds. */
const MAX_PREPARED = 1000

/** Memory for pages of the file, in KiB, for each connection. */
const CACHE = 16_384

/**
 * Pages of the log after which a commit copies them into the file, 16 MB: what many commits change is copied once. With SQLite's
 * own 1,000, four readers beside four writers wait half as long again.
 */
const LONG_LOG = 4000

/** Time for which opening waits for other processes that open the file too, in milliseconds. */
const PATIENCE = 10_000

/** Most values of a statement, and most bytes of one, as on D1. */
const MAX_VALUES = 100
const MAX_LENGTH = 100_000
/** Further limits of D1. Versions of Node that know no limits leave them out. */
const LIMITS = { column: 100, exprDepth: 100, compoundSelect: 5, likePatternLength: 50 }

/** @throws Error where the file cannot be opened, or is no database */
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
  // A commit outlives the process. What makes it outlive a loss of power is the log's, so that this thread need not wait.
  db.exec('PRAGMA synchronous = NORMAL')
  db.exec(`PRAGMA cache_size = -${CACHE}`)
  db.exec('PRAGMA temp_store = MEMORY')
  if (!readOnly) {
    db.exec(`PRAGMA wal_autocheckpoint = ${LONG_LOG}`)
    db.exec('PRAGMA journal_size_limit = 67108864')
  }
  // From here on whoever asks waits without holding up this thread.
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

/** SQLite gives the files beside a database the mode of the database. */
function keepPrivate(path: string): void {
  makeFilePrivate(path)
  for (const suffix of ['-wal', '-shm']) keepFilePrivate(path + suffix)
}

interface Prepared {
  readonly statement: StatementSync
  /** Of its values. */
  readonly count: number
  /** Makes an object of a row, by the names that the columns have now. */
  readonly toObject: () => ToObject
}

/** Bytes come as lists of numbers, and whole numbers that JavaScript cannot hold are rounded, as from D1. */
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
  const read = () => statement.all(...values) as unknown as unknown[][] // it returns arrays
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

/** A star stands for whatever columns the table has when the statement runs; others name theirs themselves. */
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
