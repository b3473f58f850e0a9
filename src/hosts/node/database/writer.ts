import type { SQLInputValue } from 'node:sqlite'
import type { Connection, Form, Returned } from './connection.ts'
import { DatabaseFault, databaseError } from './database-error.ts'
import type { LogSync } from './log-sync.ts'

/** A statement of a change. */
export interface Question {
  readonly sql: string
  readonly values: readonly SQLInputValue[]
  readonly form: Form
}

/** Result of a statement of a change, with the number of rows that it changed, those of triggers included. */
export interface Answered extends Returned {
  readonly changes: number
}

/** A change: statements of which all take effect, or none. */
interface Change {
  readonly questions: readonly Question[]
  /** Commits by itself: what it defers to the end must not fail others. */
  readonly isAlone: boolean
  readonly resolve: (answered: readonly Answered[]) => void
  readonly reject: (error: unknown) => void
}

/** Longest time that changes are put into one transaction, in milliseconds: reads wait for it. */
const LONGEST = 10

/** Time for which a change waits for other processes that write, in milliseconds. */
const PATIENCE = 10_000

/** Pause between two tries, in milliseconds. */
const PAUSE = { first: 1, last: 20 }

/** The one way by which a process writes. */
export interface Writer {
  change(questions: readonly Question[], isAlone: boolean): Promise<readonly Answered[]>
  /** Ends once what was asked for is done. */
  close(): Promise<void>
}

/**
 * Puts the changes that come together into one transaction, each in a savepoint of its own: one write to the disk is then
 * enough for all, and a change that fails takes back itself alone. A caller hears of its change once it is on the disk; meanwhile
 * this thread reads, and what comes gathers for the next transaction.
 * @param log what forces commits to the disk; `null` where they need not outlive a loss of power
 */
export function createWriter(connection: Connection, log: LogSync | null): Writer {
  let waiting: Change[] = []
  let isRunning = false
  let ended: (() => void) | undefined

  const run = async () => {
    while (waiting.length > 0) {
      // Whatever else arrives in this turn of the event loop comes along.
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
    change: (questions, isAlone) =>
      new Promise((resolve, reject) => {
        waiting.push({ questions, isAlone, resolve, reject })
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

/** Takes the lock on writing, which other processes may hold. */
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

/** Result of a change. Its caller hears of it once it is on the disk. */
interface Outcome {
  readonly change: Change
  readonly tell: () => void
}

/** Outcomes of a transaction, and the changes that are left for the next one. */
interface Committed {
  readonly outcomes: readonly Outcome[]
  readonly left: Change[]
}

/** Carries out the first of these changes in the transaction that has begun, and commits. */
function commitSome(connection: Connection, changes: Change[]): Committed {
  const until = performance.now() + LONGEST
  const outcomes: Outcome[] = []
  for (const change of changes) {
    if (outcomes.length > 0 && (change.isAlone || performance.now() > until)) break
    try {
      const answered = inSavepoint(connection, change)
      outcomes.push({ change, tell: () => change.resolve(answered) })
    } catch (error) {
      outcomes.push({ change, tell: () => change.reject(error) })
      // Whatever was done in the transaction is gone with it.
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

/** None of the first of these changes has taken effect. */
function refuse(changes: Change[], count: number, error: unknown): Committed {
  for (const { reject } of changes.slice(0, count)) reject(error)
  return { outcomes: [], left: changes.slice(count) }
}

/** Tells what became of changes that are committed, once they are on the disk. */
async function confirm(log: LogSync | null, outcomes: readonly Outcome[]): Promise<void> {
  try {
    if (outcomes.length > 0) await log?.force()
    for (const { tell } of outcomes) tell()
  } catch (error) {
    const fault = databaseError(`disk I/O error: ${(error as Error).message}`, 'SQLITE_IOERR')
    for (const { change } of outcomes) change.reject(fault)
  }
}

function inSavepoint(connection: Connection, change: Change): readonly Answered[] {
  connection.run('SAVEPOINT change')
  try {
    const answered = answerAll(connection, change)
    connection.run('RELEASE change')
    return answered
  } catch (error) {
    if (connection.isInTransaction()) {
      connection.run('ROLLBACK TO change')
      connection.run('RELEASE change')
    }
    throw error
  }
}

function answerAll(connection: Connection, { questions }: Change): readonly Answered[] {
  let changed = connection.changes()
  return questions.map(({ sql, values, form }) => {
    const before = changed
    const returned = connection.ask(sql, values, form)
    changed = connection.changes()
    return { ...returned, changes: changed - before }
  })
}
