import type { HostDatabase, HostMeta, HostStatement } from '../../hosts/host.ts'
import { timeDatabase } from '../common/timings.ts'
import type { Database } from './database.ts'
import { currentDatabase, currentTimings, noteStatement } from './request-database.ts'

/**
 * Creates the isolate's database for all requests: each statement runs in the session of the current request, even if
 * it was prepared long before.
 */
export function createSessionClient(db: HostDatabase): Database {
  const current = () => currentDatabase(db)
  return {
    prepare: (sql) => prepare(current, sql, []) as unknown as HostStatement, // has the methods of this abstract class
    batch: async <Row>(statements: HostStatement[]) => {
      const late = statements.map(asLate)
      const texts = late.map(({ sql }) => sql)
      const results = await timeDatabase(currentTimings(), texts, () =>
        current().batch<Row>(late.map((statement) => statement.open())),
      )
      for (const [index, { meta }] of results.entries()) note(late[index]?.sql ?? '', meta)
      return results
    },
  }
}

interface LateStatement {
  readonly sql: string
  bind(...values: unknown[]): LateStatement
  all(): Promise<unknown>
  run(): Promise<unknown>
  first(column?: string): Promise<unknown>
  raw(options?: { readonly columnNames?: boolean }): Promise<unknown>
  /** Returns the statement in the current session. */
  open(): HostStatement
}

function prepare(current: () => Database, sql: string, values: readonly unknown[]): LateStatement {
  const open = () => {
    const statement = current().prepare(sql)
    return values.length === 0 ? statement : statement.bind(...values)
  }
  return {
    sql,
    bind: (...bound) => prepare(current, sql, bound),
    all: () => measured(sql, () => open().all()),
    run: () => measured(sql, () => open().run()),
    first: (column) => timed(sql, () => (column === undefined ? open().first() : open().first(column))),
    raw: (options) =>
      timed<unknown>(sql, () => (options?.columnNames ? open().raw({ columnNames: true }) : open().raw())),
    open,
  }
}

async function measured<Result extends { readonly meta: HostMeta }>(
  sql: string,
  ask: () => Promise<Result>,
): Promise<Result> {
  const result = await timeDatabase(currentTimings(), [sql], ask)
  note(sql, result.meta)
  return result
}

/** Measures the whole round trip, for results in which D1 does not report its own time. */
async function timed<Result>(sql: string, ask: () => Promise<Result>): Promise<Result> {
  const began = Date.now()
  const result = await timeDatabase(currentTimings(), [sql], ask)
  noteStatement({ sql, durationMs: Date.now() - began, rowsRead: null, rowsWritten: null })
  return result
}

function note(sql: string, { duration, rows_read, rows_written }: HostMeta): void {
  noteStatement({ sql, durationMs: duration, rowsRead: rows_read, rowsWritten: rows_written })
}

function asLate(statement: HostStatement): LateStatement {
  return statement as unknown as LateStatement // this client prepared it
}
