import type { HostDatabase, HostResult } from '../../hosts/host.ts'

/** A database, or a session of it. */
export type Database = Pick<HostDatabase, 'prepare' | 'batch'>

/** Returns the database without replicas, for short queries of the service itself, which a host may run immediately. */
export function newest(db: HostDatabase): Database {
  try {
    return db.withSession('first-primary')
  } catch (error) {
    throw asDatabaseError(error)
  }
}

/** A value that D1 stores and returns. */
export type SqlValue = string | number | null

/** A row: values by the names in the select list. */
export type Row = Record<string, SqlValue>

/** A statement with the values of its parameters. */
export interface Statement {
  readonly sql: string
  readonly values: readonly SqlValue[]
}

/** Reason why the database refused a statement. */
export type Refusal =
  /**
   * A unique value is taken. `columns` are those of the unique index; for an index on an expression, the name of the
   * index.
   */
  | { readonly kind: 'unique'; readonly table: string | null; readonly columns: readonly string[] }
  | { readonly kind: 'foreignKey' }
  | { readonly kind: 'notNull'; readonly column: string }
  /** A table or a column does not exist yet. */
  | { readonly kind: 'missing'; readonly what: string }
  /** The ledger is not at the position that the statement requires (`limitAt`). */
  | { readonly kind: 'moved' }
  /** The database does not respond, or (`isBusy`) has too many requests. A retry may succeed later. */
  | { readonly kind: 'unavailable'; readonly isBusy?: boolean }
  | { readonly kind: 'other' }

/** Thrown if the database refused a statement, or did not respond. The cause is D1's error. */
export class DatabaseError extends Error {
  override readonly name = 'DatabaseError'
  readonly refusal: Refusal

  constructor(cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.refusal = explain(this.message)
  }
}

/** Converts any error of a database to the form that the runtime handles. */
export function asDatabaseError(error: unknown): DatabaseError {
  return error instanceof DatabaseError ? error : new DatabaseError(error)
}

/** Runs one statement and returns its rows. */
export async function query(db: Database, sql: string, values: readonly SqlValue[]): Promise<Row[]> {
  try {
    return (
      await db
        .prepare(sql)
        .bind(...values)
        .all<Row>()
    ).results
  } catch (error) {
    throw asDatabaseError(error)
  }
}

/** Runs statements as one transaction, all or nothing, in one round trip. Returns the rows of each statement. */
export async function batch(db: Database, statements: readonly Statement[]): Promise<Row[][]> {
  try {
    const results: HostResult<Row>[] = await db.batch(
      statements.map(({ sql, values }) => db.prepare(sql).bind(...values)),
    )
    return results.map((result) => result.results)
  } catch (error) {
    throw asDatabaseError(error)
  }
}

/**
 * Returns the refusal behind an error, however it was wrapped (drizzle keeps D1's error as `cause`); `null` for an
 * error that the database did not cause.
 */
export function refusalOf(error: unknown): Refusal | null {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current instanceof DatabaseError) return current.refusal
    if (current.message.startsWith('D1_')) return explain(current.message)
    if (current.name === 'DrizzleQueryError') return explain(messageOf(current.cause))
  }
  return null
}

/** Tells whether an error means that the database does not respond, so that a later retry may succeed. */
export function isDatabaseAway(error: unknown): boolean {
  return refusalOf(error)?.kind === 'unavailable'
}

/** Matches the message of D1 ("D1 DB is overloaded. Too many requests queued.") and that of the runtime. */
const TOO_MUCH = /overloaded|[Tt]oo many requests/

function explain(message: string): Refusal {
  // SQLite's error for a limit that is not a number.
  if (message.includes('SQLITE_MISMATCH')) return { kind: 'moved' }
  if (!/SQLITE_(?:CONSTRAINT|ERROR)/.test(message)) {
    if (/SQLITE_(?:TOOBIG|RANGE)|D1_TYPE_ERROR/.test(message)) return { kind: 'other' }
    return TOO_MUCH.test(message) ? { kind: 'unavailable', isBusy: true } : { kind: 'unavailable' }
  }
  const unique = /UNIQUE constraint failed: (.+?)(?:: SQLITE_|$)/.exec(message)?.[1]
  if (unique !== undefined) return explainUnique(unique)
  if (message.includes('FOREIGN KEY constraint failed')) return { kind: 'foreignKey' }
  const column = /NOT NULL constraint failed: ([\w.]+)/.exec(message)?.[1]
  if (column !== undefined) return { kind: 'notNull', column }
  const missing = /no such (table|column): ([\w.]+)/.exec(message) ?? /has no (column) named (\w+)/.exec(message)
  if (missing) return { kind: 'missing', what: `${missing[1]} ${missing[2]}` }
  return { kind: 'other' }
}

/** Parses `posts.slug, posts.year` or `index 'posts_singleton'`. */
function explainUnique(subject: string): Refusal {
  const index = /^index '(.+)'$/.exec(subject)?.[1]
  if (index !== undefined) return { kind: 'unique', table: null, columns: [index] }
  const columns = subject.split(', ').map((name) => name.split('.'))
  return { kind: 'unique', table: columns[0]?.[0] ?? null, columns: columns.map((parts) => parts[1] ?? '') }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
