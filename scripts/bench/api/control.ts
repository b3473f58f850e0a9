/**
 * Gives the benchmark access to the isolate that is measured: it runs SQL, counts the rows that are read, and contains
 * the hand-written worker.
 */
import type { D1Database } from '@cloudflare/workers-types'
import yardstick from '../yardstick.ts'
import { countReads } from './count-reads.ts'

interface Bindings {
  readonly DB: D1Database
}

/** Batch of statements, or the start or the end of counting the rows that are read. */
export type ControlTask =
  | { readonly kind: 'sql'; readonly statements: readonly string[] }
  | { readonly kind: 'countReads' }
  | { readonly kind: 'reads' }

let endCounting = () => 0

export default {
  async fetch(request: Request, env: Bindings, context: never): Promise<Response> {
    if (new URL(request.url).pathname !== '/control') return yardstick.fetch(request, env, context)
    try {
      return Response.json(await perform((await request.json()) as ControlTask, env.DB)) // sent by the benchmark itself
    } catch (error) {
      return new Response(String(error), { status: 500 })
    }
  },
}

async function perform(task: ControlTask, db: D1Database): Promise<unknown> {
  switch (task.kind) {
    case 'sql':
      return (await db.batch(task.statements.map((sql) => db.prepare(sql)))).map(({ results }) => results)
    case 'countReads':
      endCounting = countReads(db)
      return null
    case 'reads':
      return endCounting()
  }
}
