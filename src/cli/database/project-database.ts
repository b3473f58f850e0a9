import type { Migration } from '../../manifest/index.ts'
import type { Applied, FoundDatabase, LedgerMove, MigrationStatus, Owner } from '../../runtime/migrations/index.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { type BoundStatement, type DatabaseRefusal, type DatabaseTask, refusalKind } from './database-task.ts'

/** A project's database in one of its environments. Every method throws a `Failure` where the database refuses. */
export interface ProjectDatabase {
  /** @param owner whose database it must be; default: not looked at */
  status(migrations: readonly Migration[], owner?: Owner): Promise<MigrationStatus>
  /** Applies what is pending, destructive migrations too. */
  apply(migrations: readonly Migration[], options?: ApplyTo): Promise<Applied>
  /** Its schema, its ledger, and which tables hold rows. */
  find(): Promise<FoundDatabase>
  /** Runs statements in one transaction; the rows of each. */
  query<Row>(...statements: readonly string[]): Promise<Row[][]>
  /** Runs statements with values in one transaction; the rows of each. */
  run<Row>(statements: readonly BoundStatement[]): Promise<Row[][]>
  move(move: LedgerMove): Promise<void>
}

export interface ApplyTo {
  /** Owner that the database must have; default: not looked at. */
  readonly owner?: Owner
  /** Take it over where it is another's. Default `false`. */
  readonly adopt?: boolean
  /** Stop before the first migration that does more than add. Default `false`. */
  readonly onlyExpand?: boolean
}

/** @param run has the runner do a task, and rejects with a `Failure` */
export function projectDatabase(run: (task: DatabaseTask) => Promise<unknown>): ProjectDatabase {
  // What each task answers is what `runTask` returns for it.
  const ask = <Output>(task: DatabaseTask): Promise<Output> => run(task) as Promise<Output>
  return {
    status: (migrations, owner) => ask({ kind: 'status', migrations, ...(owner && { owner }) }),
    apply: (migrations, options = {}) => ask({ kind: 'apply', migrations, ...options }),
    find: () => ask({ kind: 'find' }),
    query: (...statements) => ask({ kind: 'query', statements }),
    run: (statements) => ask({ kind: 'run', statements }),
    move: (move) => ask({ kind: 'move', move }),
  }
}

/** Turns what a database, or its runner, threw into the failure of a command; what is no such error stays as it is. */
export function databaseFailure(error: unknown, database: string): unknown {
  if (error instanceof Failure || !(error instanceof Error)) return error
  const kind = refusalKind(error)
  return kind ? refusalFailure({ kind, message: error.message }) : new Failure(`${database} refuses: ${error.message}.`)
}

/** Output and exit code of a command where the runner refuses. */
export function refusalFailure({ kind, message }: DatabaseRefusal): Failure {
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`
  if (kind === 'drift') return new Failure(sentence, { exitCode: exitCodes.drift })
  if (kind === 'migration') return new Failure(sentence, { hint: '`cms migrate plan` lists the rows that prevent it.' })
  return new Failure(`${sentence} Nothing was changed.`, {
    hint: 'Check database_id in wrangler.toml. If this is the right database, `cms migrate apply --adopt` takes it over.',
    exitCode: exitCodes.wrongTarget,
  })
}
