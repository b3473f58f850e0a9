import type { SQLInputValue } from 'node:sqlite'
import type { Connection, Form, Returned } from './connection.ts'
import { DatabaseFault, databaseError } from './database-error.ts'
import type { LogSync } from './log-sync.ts'

/** A statement with its values, and the form in which its rows are returned. */
export interface Query {
  readonly sql: string
  readonly values: readonly SQLInputValue[]
  readonly form: Form
}

/** Result of a statement, with the number of rows that it changed, including those changed by triggers. */
export interface QueryResult extends Returned {
  readonly changes: number
}

/** A change: statements that take effect together or not at all. */
interface Change {
  readonly questions: readonly Query[]
  /**
   * True if the change must be committed alone, because a violation of a constraint that is deferred to the commit
   * would also undo the other changes.
   */
  readonly isAlone: boolean
  readonly resolve: (results: readonly QueryResult[]) => void
  readonly reject: (error: unknown) => void
}

/** Maximum time, in milliseconds, for which changes are added to one transaction, because reads wait for it. */
const LONGEST = 10

/** Maximum time that a change waits for other writing processes, in milliseconds. */
const PATIENCE = 10_000

/** Pause between two attempts, in milliseconds. */
const PAUSE = { first: 1, last: 20 }

/** Executes all writes of a process. */
export interface Writer {
  change(queries: readonly Query[], isAlone: boolean): Promise<readonly QueryResult[]>
  /** Closes the writer once pending changes are done. */
  close(): Promise<void>
}

/**
 * Creates a writer, which puts concurrent changes into one transaction, each in its own savepoint: a single flush to
 * disk then suffices for all, and a failed change undoes only itself. A change is confirmed once it is on disk; in the
 * meantime this thread reads, and new changes are collected for the next transaction.
 * @param log flushes commits to disk; `null` if they need not survive a loss of power
 */
export function createWriter(connection: Connection, log: LogSync | null): Writer {
  let waiting: Change[] = []
  let isRunning = false
  let ended: (() => void) | undefined

  const run = async () => {
    while (waiting.length > 0) {
      // Includes changes that arrive in the same turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve))
      try {
        await begin(connection)
      } catch (error) {
        for (const { reject } of waiting.splice(0)) reject(error)
        break
      }
      const { outcomes, left } = commitSome(connection, waiting)
      waiting = left
      await confirm(log, outcomes)
    }
    isRunning = false
    ended?.()
  }
  return {
    change: (queries, isAlone) =>
      new Promise((resolve, reject) => {
        waiting.push({ questions: queries, isAlone, resolve, reject })
        if (isRunning) return
        isRunning = true
        void run()
      }),
    close: async () => {
      if (isRunning) await new Promise<void>((resolve) => (ended = resolve))
      await log?.close()
      connection.close()
    },
  }
}

/** Begins a transaction. Waits for the write lock, which other processes may hold. */
async function begin(connection: Connection): Promise<void> {
  const until = performance.now() + PATIENCE
  for (let pause = PAUSE.first; ; pause = Math.min(pause * 2, PAUSE.last)) {
    try {
      connection.run('BEGIN IMMEDIATE')
      return
    } catch (error) {
      if (!(error instanceof DatabaseFault) || error.code !== 'SQLITE_BUSY') throw error
      if (performance.now() > until)
        throw new DatabaseFault(
          'D1_ERROR: D1 DB is overloaded: another process keeps writing: SQLITE_BUSY',
          error.code,
          error,
        )
    }
    await new Promise((resolve) => setTimeout(resolve, pause * (0.5 + Math.random())))
  }
}

/** Result of a change, which is confirmed once it is on disk. */
interface Outcome {
  readonly change: Change
  readonly tell: () => void
}

/** Outcomes of a transaction, and the changes that remain for the next one. */
interface Committed {
  readonly outcomes: readonly Outcome[]
  readonly left: Change[]
}

/** Executes the first changes in the open transaction, and commits. */
function commitSome(connection: Connection, changes: Change[]): Committed {
  const until = performance.now() + LONGEST
  const outcomes: Outcome[] = []
  for (const change of changes) {
    if (outcomes.length > 0 && (change.isAlone || performance.now() > until)) break
    try {
      const results = inSavepoint(connection, change)
      outcomes.push({ change, tell: () => change.resolve(results) })
    } catch (error) {
      outcomes.push({ change, tell: () => change.reject(error) })
      // The transaction was rolled back, and all its changes with it.
      if (!connection.isInTransaction()) return refuse(changes, outcomes.length, error)
    }
    if (change.isAlone) break
  }
  try {
    connection.run('COMMIT')
  } catch (error) {
    if (connection.isInTransaction()) connection.run('ROLLBACK')
    return refuse(changes, outcomes.length, error)
  }
  return { outcomes, left: changes.slice(outcomes.length) }
}

/** Fails the first `count` changes, none of which has taken effect. */
function refuse(changes: Change[], count: number, error: unknown): Committed {
  for (const { reject } of changes.slice(0, count)) reject(error)
  return { outcomes: [], left: changes.slice(count) }
}

/** Confirms committed changes, once they are on disk. */
async function confirm(log: LogSync | null, outcomes: readonly Outcome[]): Promise<void> {
  try {
    if (outcomes.length > 0) await log?.force()
    for (const { tell } of outcomes) tell()
  } catch (error) {
    const fault = databaseError(`disk I/O error: ${(error as Error).message}`, 'SQLITE_IOERR')
    for (const { change } of outcomes) change.reject(fault)
  }
}

function inSavepoint(connection: Connection, change: Change): readonly QueryResult[] {
  connection.run('SAVEPOINT change')
  try {
    const results = runAll(connection, change)
    connection.run('RELEASE change')
    return results
  } catch (error) {
    if (connection.isInTransaction()) {
      connection.run('ROLLBACK TO change')
      connection.run('RELEASE change')
    }
    throw error
  }
}

function runAll(connection: Connection, { questions }: Change): readonly QueryResult[] {
  let changed = connection.changes()
  return questions.map(({ sql, values, form }) => {
    const before = changed
    const returned = connection.ask(sql, values, form)
    changed = connection.changes()
    return { ...returned, changes: changed - before }
  })
}
