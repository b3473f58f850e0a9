/** Work on the local database, done in workerd beside it: through Node's stand-in for the binding it is ten times slower. */
import type { D1Database } from '@cloudflare/workers-types'
import type { Migration } from '../../manifest/index.ts'
import {
  applyPending,
  findDatabase,
  type LedgerMove,
  MigrationDriftError,
  MigrationError,
  migrationStatus,
  runMove,
} from '../../runtime/migrations/index.ts'

/** What the CLI asks for. */
export type DatabaseTask =
  | { readonly kind: 'status'; readonly migrations: readonly Migration[] }
  | { readonly kind: 'apply'; readonly migrations: readonly Migration[] }
  | { readonly kind: 'find' }
  | { readonly kind: 'move'; readonly move: LedgerMove }

/** Answers 200 with what the runner returns, or 409 `{ "message", "drift" }` where the database refuses or contradicts. */
export async function answerDatabaseTask(task: DatabaseTask, db: D1Database): Promise<Response> {
  try {
    return Response.json((await runTask(task, db)) ?? null)
  } catch (error) {
    const drift = error instanceof MigrationDriftError
    if (drift || error instanceof MigrationError)
      return Response.json({ message: error.message, drift }, { status: 409 })
    return new Response(error instanceof Error ? error.message : String(error), { status: 500 })
  }
}

function runTask(task: DatabaseTask, db: D1Database): Promise<unknown> {
  switch (task.kind) {
    case 'status':
      return migrationStatus(db, task.migrations)
    case 'apply':
      // Destructive ones too: a person asked for it, or acknowledged it in the config, and the data is a developer's own.
      return applyPending(db, task.migrations, { destructive: true })
    case 'find':
      return findDatabase(db)
    case 'move':
      return runMove(db, task.move)
  }
}
