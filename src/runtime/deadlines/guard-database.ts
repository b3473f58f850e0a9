import type { HostDatabase, HostSession, HostStatement } from '../../hosts/host.ts'
import { asDatabaseError } from '../database/database.ts'
import { type Deadlines, inTime, workUnderWay } from './deadline.ts'
import { createLoad } from './load.ts'

type Guard = <Output>(query: () => Promise<Output>) => Promise<Output>

/** A statement of a guarded database, and the underlying statement. */
interface GuardedStatement {
  readonly own: HostStatement
  bind(...values: unknown[]): GuardedStatement
  all(): Promise<unknown>
  run(): Promise<unknown>
  first(column?: string): Promise<unknown>
  raw(options?: { readonly columnNames?: boolean }): Promise<unknown>
}

/**
 * Returns a database with deadlines and a limit on concurrent queries. All its errors are `DatabaseError`s, whatever
 * their original wording.
 */
export function guardDatabase(db: HostDatabase, deadlines: Deadlines['database']): HostDatabase {
  const load = createLoad()
  const ask: Guard = async (query) => {
    load.enter()
    try {
      return await inTime('database', deadlines[workUnderWay()], query)
    } catch (error) {
      throw asDatabaseError(error)
    } finally {
      load.leave()
    }
  }
  const apart = db.prepareApart?.bind(db)
  const guarded = {
    ...guardSession(db, ask),
    ...(apart && { prepareApart: (sql: string, longest: number) => guardStatement(apart(sql, longest), ask) }),
    withSession: (start?: string) => {
      const session = db.withSession(start)
      return { ...guardSession(session, ask), getBookmark: () => session.getBookmark() }
    },
  }
  return guarded as unknown as HostDatabase // statements are guarded, rows keep their types
}

function guardSession(db: Pick<HostSession, 'prepare' | 'batch'>, ask: Guard) {
  return {
    prepare: (sql: string) => guardStatement(db.prepare(sql), ask),
    batch: (statements: readonly GuardedStatement[]) => ask(() => db.batch(statements.map(({ own }) => own))),
  }
}

function guardStatement(own: HostStatement, ask: Guard): GuardedStatement {
  return {
    own,
    bind: (...values) => guardStatement(own.bind(...values), ask),
    all: () => ask(() => own.all()),
    run: () => ask(() => own.run()),
    first: (column) => ask(() => (column === undefined ? own.first() : own.first(column))),
    raw: (options) => ask<unknown>(() => (options?.columnNames ? own.raw({ columnNames: true }) : own.raw())),
  }
}
