/**
 * Worker that runs transactions on databases of its own, in workerd without a server: `workerd test` calls it once. Its
 * input is a binding, and its output is written to a file.
 */
import type { DurableObjectNamespace, DurableObjectState, Fetcher } from '@cloudflare/workers-types'

interface Transaction {
  readonly statements: readonly string[]
  readonly queries: readonly string[]
}

type Outcome =
  | { readonly kind: 'done'; readonly rows: readonly (readonly object[])[] }
  | { readonly kind: 'refused'; readonly message: string; readonly statement: string | null }

/** Database with D1's engine and D1's limits. */
export class Engine {
  readonly #storage: DurableObjectState['storage']

  constructor({ storage }: DurableObjectState) {
    this.#storage = storage
  }

  /** Takes transactions and runs them in order, until one is refused. */
  async fetch(request: Request): Promise<Response> {
    const transactions = (await request.json()) as readonly Transaction[] // sent by `test` below
    const outcomes: Outcome[] = []
    for (const transaction of transactions) {
      const outcome = this.#attempt(transaction)
      outcomes.push(outcome)
      if (outcome.kind === 'refused') break
    }
    return Response.json(outcomes)
  }

  #attempt({ statements, queries }: Transaction): Outcome {
    const { sql } = this.#storage
    let current: string | null = null
    try {
      this.#storage.transactionSync(() => {
        for (const statement of statements) {
          current = statement
          sql.exec(statement)
        }
        current = null
        // Deferred constraints are checked at the end of the request, which is too late to report what violates them.
        const [broken] = sql.exec('PRAGMA foreign_key_check').toArray()
        if (broken) throw new Error(`FOREIGN KEY constraint failed: ${broken.table} refers to ${broken.parent}`)
      })
      return { kind: 'done', rows: queries.map((query) => sql.exec(query).toArray()) }
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error)
      return { kind: 'refused', message, statement: current }
    }
  }
}

interface Env {
  readonly INPUT: readonly (readonly Transaction[])[]
  readonly ENGINE: DurableObjectNamespace
  readonly OUTPUT: Fetcher
}

export default {
  async test(_controller: unknown, { INPUT, ENGINE, OUTPUT }: Env): Promise<void> {
    const outcomes = await Promise.all(
      INPUT.map(async (transactions, index) => {
        const engine = ENGINE.get(ENGINE.idFromName(`database ${index}`))
        const response = await engine.fetch('http://engine/', { method: 'POST', body: JSON.stringify(transactions) })
        return response.json()
      }),
    )
    const body = JSON.stringify(outcomes)
    const written = await OUTPUT.fetch('http://output/outcomes.json', { method: 'PUT', body })
    if (!written.ok) throw new Error(`The result cannot be written: ${written.status}.`)
  },
}
