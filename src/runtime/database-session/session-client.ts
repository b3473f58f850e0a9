import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import type { Database } from '../database.ts'
import { currentDatabase } from './request-database.ts'

/**
 * The isolate's database for all requests: each statement goes through the session of the request that runs it, also
 * one that was prepared long before.
 */
export function createSessionClient(db: D1Database): Database {
  const current = () => currentDatabase(db)
  return {
    prepare: (sql) => prepare(current, sql, []) as unknown as D1PreparedStatement, // an abstract class of the same shape
    batch: (statements) => current().batch(statements.map((statement) => opened(statement))),
  }
}

interface LateStatement {
  bind(...values: unknown[]): LateStatement
  all(): Promise<unknown>
  run(): Promise<unknown>
  first(column?: string): Promise<unknown>
  raw(options?: { readonly columnNames?: boolean }): Promise<unknown>
  /** The statement in the session of now. */
  open(): D1PreparedStatement
}

function prepare(current: () => Database, sql: string, values: readonly unknown[]): LateStatement {
  const open = () => {
    const statement = current().prepare(sql)
    return values.length === 0 ? statement : statement.bind(...values)
  }
  return {
    bind: (...bound) => prepare(current, sql, bound),
    all: () => open().all(),
    run: () => open().run(),
    first: (column) => (column === undefined ? open().first() : open().first(column)),
    raw: (options) => (options?.columnNames ? open().raw({ columnNames: true }) : open().raw()),
    open,
  }
}

function opened(statement: D1PreparedStatement): D1PreparedStatement {
  return (statement as unknown as LateStatement).open() // this client prepared it
}
