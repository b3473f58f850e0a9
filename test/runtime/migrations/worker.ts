import type { D1Database } from '@cloudflare/workers-types'
import type { Migration } from '../../../src/manifest/index.ts'
import {
  type ApplyOptions,
  applyPending,
  findDatabase,
  type LedgerMove,
  migrationStatus,
  runMove,
} from '../../../src/runtime/migrations/index.ts'

/** Requests of the tests to the runner, inside workerd. */
export type Question =
  | { readonly do: 'apply'; readonly migrations: readonly Migration[]; readonly options: ApplyOptions }
  | { readonly do: 'status'; readonly migrations: readonly Migration[] }
  | { readonly do: 'find' }
  | { readonly do: 'move'; readonly move: LedgerMove }
  | { readonly do: 'sql'; readonly statements: readonly string[] }

export default {
  async fetch(request: Request, { DB }: { DB: D1Database }): Promise<Response> {
    const question: Question = await request.json()
    try {
      return Response.json({ answer: await answer(DB, question) })
    } catch (error) {
      return Response.json({ error: error instanceof Error ? `${error.name}: ${error.message}` : String(error) })
    }
  },
}

async function answer(db: D1Database, question: Question): Promise<unknown> {
  if (question.do === 'apply') return applyPending(db, question.migrations, question.options)
  if (question.do === 'status') return migrationStatus(db, question.migrations)
  if (question.do === 'find') return findDatabase(db)
  if (question.do === 'move') return runMove(db, question.move)
  const results = await db.batch(question.statements.map((statement) => db.prepare(statement)))
  return results.map((result) => result.results)
}
