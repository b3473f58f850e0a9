import type { Migration } from '../../manifest/index.ts'
import type { Applied, FoundDatabase, LedgerMove, MigrationStatus, Owner } from '../../runtime/migrations/index.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { type BoundStatement, type DatabaseRefusal, type DatabaseTask, refusalKind } from './database-task.ts'

/**
 * Database of a project in one of its environments. Every method throws a `Failure` if the database refuses the
 * request.
 */
export interface ProjectDatabase {
  /**
   * Returns the status of migrations.
   * @param owner owner that the database must have; default: not checked
   */
  status(migrations: readonly Migration[], owner?: Owner): Promise<MigrationStatus>
  /** Applies the pending migrations, even destructive ones. */
  apply(migrations: readonly Migration[], options?: ApplyTo): Promise<Applied>
  /** Reads the schema, the ledger, and which tables have rows. */
  find(): Promise<FoundDatabase>
  /** Runs statements in one transaction. Returns the rows of each statement. */
  query<Row>(...statements: readonly string[]): Promise<Row[][]>
  /** Runs statements with values in one transaction. Returns the rows of each statement. */
  run<Row>(statements: readonly BoundStatement[]): Promise<Row[][]>
  move(move: LedgerMove): Promise<void>
}

export interface ApplyTo {
  /** Owner that the database must have; default: not checked. */
  readonly owner?: Owner
  /** True if the database is taken over from another owner. Default: `false`. */
  readonly adopt?: boolean
  /** True to stop before the first migration that does more than add to the schema. Default: `false`. */
  readonly onlyExpand?: boolean
}

/**
 * Creates the database of a project.
 * @param run passes a task to the runner, and rejects with a `Failure`
 */
export function projectDatabase(run: (task: DatabaseTask) => Promise<unknown>): ProjectDatabase {
  // `runTask` determines the type of each task's result.
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

/** Turns an error of a database, or of its runner, into the failure of a command; returns any other error as it is. */
export function databaseFailure(error: unknown, database: string): unknown {
  if (error instanceof Failure || !(error instanceof Error)) return error
  const kind = refusalKind(error)
  return kind ? refusalFailure({ kind, message: error.message }) : new Failure(`${database} refuses: ${error.message}.`)
}

/** Returns the failure for a task that the runner refuses, with the exit code. */
export function refusalFailure({ kind, message }: DatabaseRefusal): Failure {
  const sentence = `${message.charAt(0).toUpperCase()}${message.slice(1)}.`
  if (kind === 'drift') return new Failure(sentence, { exitCode: exitCodes.drift })
  if (kind === 'migration') return new Failure(sentence, { hint: '`cms migrate plan` lists the rows that prevent it.' })
  return new Failure(`${sentence} Nothing was changed.`, {
    hint: 'Check database_id in wrangler.toml. If this is the right database, `cms migrate apply --adopt` takes it over.',
    exitCode: exitCodes.wrongTarget,
  })
}
