import type { HostDatabase, HostMeta, HostResult, HostSession, HostStatement } from '../../host.ts'
import { type Connection, type Form, openConnection, type Returned } from './connection.ts'
import { DatabaseFault } from './database-error.ts'
import { createReadThread, type ReadThread } from './read-thread.ts'
import { kindOf, type StatementKind } from './statement-kind.ts'
import { type Answered, createWriter, type Question } from './writer.ts'

/** A database file that this process has open. */
export interface NodeDatabase extends HostDatabase {
  /** Ends once what was asked for is answered. */
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Durability of a change that was confirmed: `full` outlives a loss of power, `normal` that of the process. Default `full`. */
  readonly synchronous?: 'full' | 'normal'
  /** Module of the thread that reads. Default: beside this one. */
  readonly threadModule?: URL
}

const THREAD_MODULE = new URL('./read-thread-main.ts', import.meta.url)

/**
 * Opens a database file, or makes it. Several processes may have it open.
 * @throws Error where the file cannot be opened, or is no database
 */
export function openDatabase(path: string, options: DatabaseOptions = {}): NodeDatabase {
  const { synchronous = 'full', threadModule = THREAD_MODULE } = options
  const writing = openConnection(path, { readOnly: false, synchronous })
  const reading = openConnection(path, { readOnly: true, synchronous })
  const writer = createWriter(writing)
  const thread = createReadThread(path, threadModule)
  return new File({ reading, thread, change: writer.change, kinds: new Map() }, async () => {
    await thread.close()
    reading.close()
    await writer.close() // the last one, since only a connection that writes can clear the log away
  })
}

/** Statements of a session are the service's own. They are answered at once, from the newest state that there is. */
class Session implements HostSession {
  readonly #asker: Asker

  constructor(asker: Asker) {
    this.#asker = asker
  }

  prepare(sql: string): HostStatement {
    return new Statement(this.#asker, false, sql, [])
  }

  batch<Result>(statements: HostStatement[]): Promise<HostResult<Result>[]> {
    return askTogether<Result>(this.#asker, statements)
  }

  getBookmark(): null {
    return null
  }
}

/** A single read outside of a session may be anybody's, and take long: it is done in a thread. */
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
    return new Statement(this.#asker, true, sql, [])
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
  readonly thread: ReadThread
  change(questions: readonly Question[], isAlone: boolean): Promise<readonly Answered[]>
  /** Kinds of statements that have come before, by their text. */
  readonly kinds: Map<string, StatementKind>
}

/** Texts whose kind is remembered. */
const MAX_KINDS = 2000

class Statement implements HostStatement {
  readonly #asker: Asker
  readonly #isApart: boolean
  /** Its text and values, for whoever observes it. */
  readonly statement: string
  readonly params: readonly unknown[]

  constructor(asker: Asker, isApart: boolean, statement: string, params: readonly unknown[]) {
    this.#asker = asker
    this.#isApart = isApart
    this.statement = statement
    this.params = params
  }

  bind(...values: unknown[]): Statement {
    return new Statement(this.#asker, this.#isApart, this.statement, values)
  }

  question(form: Form): Question {
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
    if (!(column in row)) throw new Error(`D1_ERROR: Column not found: ${column}`)
    return row[column] as Result
  }

  async raw<Result>(options?: { readonly columnNames?: boolean }): Promise<[string[], ...Result[]]> {
    const { rows, columns } = await this.#ask('lists')
    return (options?.columnNames ? [columns, ...rows] : rows) as [string[], ...Result[]]
  }

  async #ask(form: Form): Promise<Asked> {
    const question = this.question(form)
    const [asked] =
      this.#isApart && kindOfKnown(this.#asker, question.sql) === 'read'
        ? [await askApart(this.#asker, question)]
        : await ask(this.#asker, [question])
    return asked as Asked // one question has one answer
  }
}

interface Asked extends Returned {
  readonly changes: number
  /** In milliseconds. */
  readonly duration: number
}

async function askTogether<Result>(asker: Asker, statements: readonly HostStatement[]): Promise<HostResult<Result>[]> {
  const questions = statements.map((statement) => (statement as Statement).question('objects')) // this database prepared them
  const asked = await ask(asker, questions)
  return asked.map((one) => resultOf<Result>(asker, one))
}

/** Reads on the connection for reading; whatever changes something goes through the writer, as one change. */
async function ask(asker: Asker, questions: readonly Question[]): Promise<readonly Asked[]> {
  const began = performance.now()
  const kinds = questions.map(({ sql }) => kindOfKnown(asker, sql))
  if (kinds.every((kind) => kind === 'read')) {
    try {
      return read(asker.reading, questions)
    } catch (error) {
      if (!isRefusedWrite(error)) throw error
      for (const { sql } of questions) asker.kinds.set(sql, 'write')
    }
  }
  const answered = await asker.change(questions, kinds.includes('alone'))
  const duration = performance.now() - began
  return answered.map((one) => ({ ...one, duration }))
}

/** Several reads see one state. */
function read(connection: Connection, questions: readonly Question[]): Asked[] {
  const isTransaction = questions.length > 1
  if (isTransaction) connection.run('BEGIN')
  try {
    return questions.map(({ sql, values, form }) => {
      const began = performance.now()
      return { ...connection.ask(sql, values, form), changes: 0, duration: performance.now() - began }
    })
  } finally {
    if (isTransaction) connection.run('COMMIT')
  }
}

async function askApart(asker: Asker, question: Question): Promise<Asked> {
  const began = performance.now()
  try {
    return { ...(await asker.thread.ask(question)), changes: 0, duration: performance.now() - began }
  } catch (error) {
    if (!isRefusedWrite(error)) throw error
    asker.kinds.set(question.sql, 'write')
    const [asked] = await ask(asker, [question])
    return asked as Asked // one question has one answer
  }
}

/** It began as a read does, and writes. */
function isRefusedWrite(error: unknown): boolean {
  return error instanceof DatabaseFault && error.code === 'SQLITE_READONLY'
}

/** @throws Error for statements that no service may run */
function kindOfKnown({ kinds }: Asker, sql: string): StatementKind {
  let kind = kinds.get(sql)
  if (kind === undefined) {
    kind = kindOf(sql)
    if (kinds.size >= MAX_KINDS) kinds.delete(kinds.keys().next().value ?? '')
    kinds.set(sql, kind)
  }
  if (kind === 'refused') throw new DatabaseFault('D1_ERROR: not authorized: SQLITE_AUTH', 'SQLITE_AUTH')
  return kind
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
