import type { SQLInputValue } from 'node:sqlite'
import type { HostDatabase, HostMeta, HostResult, HostSession, HostStatement } from '../../host.ts'
import { type Connection, type Form, openConnection, type Returned } from './connection.ts'
import { DatabaseFault } from './database-error.ts'
import { openLogSync } from './log-sync.ts'
import { createReader, type Reader } from './reader.ts'
import { kindOf, type StatementKind } from './statement-kind.ts'
import { bindable } from './values.ts'
import { createWriter, type Query, type QueryResult } from './writer.ts'

/** An open database file. */
export interface NodeDatabase extends HostDatabase {
  prepareApart(sql: string, longest: number): HostStatement
  /** Closes the database once pending queries are done. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  /**
   * Durability of a confirmed change: `full` survives a loss of power, `normal` a crash of the process. Default `full`.
   */
  readonly synchronous?: 'full' | 'normal'
  /** Main module of the process that runs slow reads. Default: `reader-main.ts`. */
  readonly readerModule?: URL
  /** Maximum duration of a slow read, in milliseconds. Default 30,000. */
  readonly longestRead?: number
  /** Maximum time that a commit waits for another thread to flush it to disk, in milliseconds. Default 50. */
  readonly longestForce?: number
}

const READER_MODULE = new URL('./reader-main.ts', import.meta.url)

/**
 * Opens or creates a database file. Several processes may have it open.
 * @throws Error if the file cannot be opened, or is not a database
 */
export function openDatabase(path: string, options: DatabaseOptions = {}): NodeDatabase {
  const { synchronous = 'full', readerModule = READER_MODULE, longestRead, longestForce = 50 } = options
  const writing = openConnection(path, { readOnly: false })
  const reading = openConnection(path, { readOnly: true })
  const writer = createWriter(writing, synchronous === 'full' ? openLogSync(path, longestForce) : null)
  const reader = createReader(path, readerModule, longestRead)
  const apart = createReader(path, readerModule, longestRead)
  return new File({ reading, reader, apart, change: writer.change, kinds: new Map() }, async () => {
    await Promise.all([reader.close(), apart.close()])
    reading.close()
    await writer.close() // closed last, because only a connection that can write removes the log
  })
}

/** A session of statements. Every session sees the current state. */
class Session implements HostSession {
  readonly #asker: Asker

  constructor(asker: Asker) {
    this.#asker = asker
  }

  prepare(sql: string): HostStatement {
    return new Statement(this.#asker, null, sql, [])
  }

  batch<Result>(statements: HostStatement[]): Promise<HostResult<Result>[]> {
    return askTogether<Result>(this.#asker, statements)
  }

  getBookmark(): null {
    return null
  }
}

class File implements NodeDatabase {
  readonly #asker: Asker
  readonly #session: Session
  readonly #close: () => Promise<void>

  constructor(asker: Asker, close: () => Promise<void>) {
    this.#asker = asker
    this.#session = new Session(asker)
    this.#close = close
  }

  prepare(sql: string): HostStatement {
    return new Statement(this.#asker, null, sql, [])
  }

  prepareApart(sql: string, longest: number): HostStatement {
    return new Statement(this.#asker, longest, sql, [])
  }

  batch<Result>(statements: HostStatement[]): Promise<HostResult<Result>[]> {
    return askTogether<Result>(this.#asker, statements)
  }

  withSession(): HostSession {
    return this.#session
  }

  close(): Promise<void> {
    return this.#close()
  }
}

interface Asker {
  readonly reading: Connection
  /** Process for reads that are known to be slow. */
  readonly reader: Reader
  /** Separate process for statements written by people, which nothing else waits for. */
  readonly apart: Reader
  change(queries: readonly Query[], isAlone: boolean): Promise<readonly QueryResult[]>
  /** Kinds of statements that have been run before, by text. */
  readonly kinds: Map<string, StatementKind | 'slow'>
}

/** Maximum number of statements whose kind is remembered. */
const MAX_KINDS = 2000

class Statement implements HostStatement {
  readonly #asker: Asker
  /** Milliseconds after which a person's read is aborted; `null` for statements of the service. */
  readonly #longest: number | null
  /** Text and values of the statement, for observers. */
  readonly statement: string
  readonly params: readonly SQLInputValue[]

  constructor(asker: Asker, longest: number | null, statement: string, params: readonly SQLInputValue[]) {
    this.#asker = asker
    this.#longest = longest
    this.statement = statement
    this.params = params
  }

  bind(...values: unknown[]): Statement {
    return new Statement(this.#asker, this.#longest, this.statement, values.map(bindable))
  }

  query(form: Form): Query {
    return { sql: this.statement, values: this.params, form }
  }

  async all<Result>(): Promise<HostResult<Result>> {
    return resultOf<Result>(this.#asker, await this.#ask('objects'))
  }

  async run<Result>(): Promise<HostResult<Result>> {
    return resultOf<Result>(this.#asker, await this.#ask('objects'))
  }

  async first<Result>(column?: string): Promise<Result | null> {
    const { rows } = await this.#ask('objects')
    const [row] = rows as Record<string, unknown>[]
    if (row === undefined) return null
    if (column === undefined) return row as Result
    if (!Object.hasOwn(row, column)) throw new Error(`D1_COLUMN_NOTFOUND: Column not found (${column})`)
    return row[column] as Result
  }

  async raw<Result>(options?: { readonly columnNames?: boolean }): Promise<[string[], ...Result[]]> {
    const isNamed = options?.columnNames === true
    const { rows, columns } = await this.#ask(isNamed ? 'named' : 'lists')
    return (isNamed ? [columns, ...rows] : rows) as [string[], ...Result[]]
  }

  async #ask(form: Form): Promise<Asked> {
    const [result] = await ask(this.#asker, [this.query(form)], this.#longest)
    return result as Asked // one query has one result
  }
}

interface Asked extends Returned {
  readonly changes: number
}

async function askTogether<Result>(asker: Asker, statements: readonly HostStatement[]): Promise<HostResult<Result>[]> {
  if (statements.length === 0) throw new Error('D1_ERROR: No SQL statements detected.')
  const queries = statements.map((statement) => (statement as Statement).query('objects')) // this database prepared them
  const results = await ask(asker, queries, null)
  return results.map((result) => resultOf<Result>(asker, result))
}

/**
 * Runs queries. Reads run here or in a reader process; anything that changes data goes through the writer, as one
 * change.
 */
async function ask(asker: Asker, queries: readonly Query[], longest: number | null): Promise<readonly Asked[]> {
  const kinds = queries.map(({ sql }) => kindOfKnown(asker, sql))
  if (kinds.every((kind) => kind === 'read' || kind === 'slow')) {
    try {
      if (longest !== null) return unchanged(await asker.apart.read(queries, longest))
      const returned = kinds.includes('slow') ? await asker.reader.read(queries) : readHere(asker, queries)
      for (const [index, { duration }] of returned.entries()) noteSpeed(asker, queries[index]?.sql ?? '', duration)
      return unchanged(returned)
    } catch (error) {
      if (!isRefusedWrite(error)) throw error
      for (const { sql } of queries) remember(asker, sql, 'write')
    }
  }
  return asker.change(queries, kinds.includes('alone'))
}

function unchanged(returned: readonly Returned[]): readonly Asked[] {
  return returned.map((result) => ({ ...result, changes: 0 }))
}

/** Runs several reads on one state of the database. */
function readHere({ reading }: Asker, queries: readonly Query[]): Returned[] {
  const read = () => queries.map(({ sql, values, form }) => reading.ask(sql, values, form))
  return queries.length > 1 ? reading.together(read) : read()
}

/** Minimum duration of a slow read, in milliseconds. While a read runs in this thread, it blocks everything else. */
const SLOW = 50

/** Remembers slow statements, which run in the reader process from then on until they are fast again. */
function noteSpeed(asker: Asker, sql: string, duration: number): void {
  const kind = duration > SLOW ? 'slow' : 'read'
  if (asker.kinds.get(sql) !== kind) remember(asker, sql, kind)
}

/** Tells whether a statement that looked like a read tried to write. */
function isRefusedWrite(error: unknown): boolean {
  return error instanceof DatabaseFault && error.code === 'SQLITE_READONLY'
}

/**
 * Returns the kind of a statement.
 * @throws Error for a statement that services may not run
 */
function kindOfKnown(asker: Asker, sql: string): StatementKind | 'slow' {
  let kind = asker.kinds.get(sql)
  if (kind === undefined) {
    kind = kindOf(sql)
    remember(asker, sql, kind)
  }
  if (kind === 'refused') throw new DatabaseFault('D1_ERROR: not authorized: SQLITE_AUTH', 'SQLITE_AUTH')
  return kind
}

function remember({ kinds }: Asker, sql: string, kind: StatementKind | 'slow'): void {
  if (kinds.size >= MAX_KINDS) kinds.delete(kinds.keys().next().value ?? '')
  kinds.set(sql, kind)
}

function resultOf<Result>({ reading }: Asker, { rows, changes, duration }: Asked): HostResult<Result> {
  return { results: rows as Result[], meta: new Meta(reading, duration, changes) }
}

class Meta implements HostMeta {
  readonly #connection: Connection
  readonly duration: number
  readonly rows_read = null
  readonly rows_written: number
  readonly changes: number

  constructor(connection: Connection, duration: number, changes: number) {
    this.#connection = connection
    this.duration = duration
    this.rows_written = changes
    this.changes = changes
  }

  get size_after(): number {
    return this.#connection.size()
  }
}
