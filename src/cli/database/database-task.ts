/**
 * Tasks on a database, all run by the same runner. For the local database, the runner is in workerd: it would be ten
 * times slower in Node, which only has a proxy of the database. For a remote database, the runner is in this process
 * and uses D1's HTTP API.
 */
import type { D1Database } from '@cloudflare/workers-types'
import type { Migration } from '../../manifest/index.ts'
import {
  applyPending,
  checkOwner,
  findDatabase,
  type LedgerMove,
  type MigrationDatabase,
  MigrationDriftError,
  MigrationError,
  migrationStatus,
  type Owner,
  runMove,
  WrongDatabaseError,
} from '../../runtime/migrations/index.ts'

/** Tasks that the CLI gives to the runner. */
export type DatabaseTask =
  | { readonly kind: 'status'; readonly migrations: readonly Migration[]; readonly owner?: Owner }
  | {
      readonly kind: 'apply'
      readonly migrations: readonly Migration[]
      readonly owner?: Owner
      readonly adopt?: boolean
      readonly onlyExpand?: boolean
    }
  | { readonly kind: 'find' }
  | { readonly kind: 'query'; readonly statements: readonly string[] }
  | { readonly kind: 'run'; readonly statements: readonly BoundStatement[] }
  | { readonly kind: 'move'; readonly move: LedgerMove }

/** Statement with its values, all of them strings, since D1's HTTP API takes nothing else. */
export interface BoundStatement {
  readonly sql: string
  readonly values: readonly string[]
}

/**
 * Responds with 200 and the result of the runner, with 409 and a `DatabaseRefusal` if the runner refuses the task, or
 * with 500 and the message of any other error.
 */
export async function runDatabaseTask(task: DatabaseTask, db: D1Database): Promise<Response> {
  try {
    return Response.json((await runTask(task, db)) ?? null)
  } catch (error) {
    const kind = refusalKind(error)
    if (kind) return Response.json({ message: (error as Error).message, kind }, { status: 409 })
    return new Response(error instanceof Error ? error.message : String(error), { status: 500 })
  }
}

/** Reason why the runner refused a task. */
export interface DatabaseRefusal {
  readonly kind: 'drift' | 'migration' | 'owner'
  readonly message: string
}

/** Returns the kind of a refusal; `null` for an error that does not come from the runner. */
export function refusalKind(error: unknown): DatabaseRefusal['kind'] | null {
  if (error instanceof MigrationDriftError) return 'drift'
  if (error instanceof MigrationError) return 'migration'
  return error instanceof WrongDatabaseError ? 'owner' : null
}

/** Runs a task on a database, wherever it is. */
export async function runTask(task: DatabaseTask, db: MigrationDatabase): Promise<unknown> {
  switch (task.kind) {
    case 'status':
      if (task.owner) await checkOwner(db, task.owner, task.migrations)
      return migrationStatus(db, task.migrations)
    case 'apply':
      // Destructive migrations are applied, too: a person has run the command, or has acknowledged the loss in the
      // config.
      return applyPending(db, task.migrations, {
        destructive: true,
        adopt: task.adopt ?? false,
        onlyExpand: task.onlyExpand ?? false,
        ...(task.owner && { owner: task.owner }),
      })
    case 'find':
      return findDatabase(db)
    case 'query': {
      const results = await db.batch(task.statements.map((statement) => db.prepare(statement)))
      return results.map((result) => result.results)
    }
    case 'run': {
      const results = await db.batch(task.statements.map(({ sql, values }) => db.prepare(sql).bind(...values)))
      return results.map((result) => result.results)
    }
    case 'move':
      return runMove(db, task.move)
  }
}
