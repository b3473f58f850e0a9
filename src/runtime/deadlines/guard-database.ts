import type { D1Database, D1DatabaseSession, D1PreparedStatement } from '@cloudflare/workers-types'
import { asDatabaseError } from '../database/database.ts'
import { type Deadlines, inTime, workUnderWay } from './deadline.ts'
import { createLoad } from './load.ts'

type Guard = <Output>(query: () => Promise<Output>) => Promise<Output>

/** A statement of a guarded database, and the database's own behind it. */
interface GuardedStatement {
  readonly own: D1PreparedStatement
  bind(...values: unknown[]): GuardedStatement
  all(): Promise<unknown>
  run(): Promise<unknown>
  first(column?: string): Promise<unknown>
  raw(options?: { readonly columnNames?: boolean }): Promise<unknown>
}

/**
 * A database that answers in time or not at all, is asked by so many at once, and whose every refusal is a
 * `DatabaseError`, in whatever words it came.
 */
export function guardDatabase(db: D1Database, deadlines: Deadlines['database']): D1Database {
  const load = createLoad()
  const ask: Guard = async (query) => {
    try {
      return await load.waitFor(() => inTime('database', deadlines[workUnderWay()], query))
    } catch (error) {
      throw asDatabaseError(error)
    }
  }
  const guarded = {
    ...guardSession(db, ask),
    withSession: (start?: string) => {
      const session = db.withSession(start)
      return { ...guardSession(session, ask), getBookmark: () => session.getBookmark() }
    },
    exec: (sql: string) => ask(() => db.exec(sql)),
    dump: () => ask(() => db.dump()),
  }
  return guarded as unknown as D1Database // an abstract class of the same shape
}

function guardSession(db: Pick<D1DatabaseSession, 'prepare' | 'batch'>, ask: Guard) {
  return {
    prepare: (sql: string) => guardStatement(db.prepare(sql), ask),
    batch: (statements: readonly GuardedStatement[]) => ask(() => db.batch(statements.map(({ own }) => own))),
  }
}

function guardStatement(own: D1PreparedStatement, ask: Guard): GuardedStatement {
  return {
    own,
    bind: (...values) => guardStatement(own.bind(...values), ask),
    all: () => ask(() => own.all()),
    run: () => ask(() => own.run()),
    first: (column) => ask(() => (column === undefined ? own.first() : own.first(column))),
    raw: (options) => ask<unknown>(() => (options?.columnNames ? own.raw({ columnNames: true }) : own.raw())),
  }
}
