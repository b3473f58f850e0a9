import { constants, DatabaseSync } from 'node:sqlite'
import { quote } from '../../ground/sql.ts'

/** The tables that an expression may refer to. */
export interface Tables {
  readonly columns: ReadonlyMap<string, ReadonlySet<string>>
  /** Statements that create the virtual tables. */
  readonly virtual: ReadonlySet<string>
}

export interface ColumnRead {
  readonly table: string
  readonly column: string
}

/** Returns a query that evaluates an expression for each row of a table. */
export function selectOf(expression: string, table: string): string {
  return `SELECT (${expression}) FROM ${quote(table)}`
}

/**
 * Returns the columns that each statement reads, as SQLite reports them on compilation; `null` for a statement that
 * does not compile. The tables have the columns from before and after a change, which may be more than D1 allows.
 */
export function columnsRead(
  statements: readonly string[],
  { columns, virtual }: Tables,
): (readonly ColumnRead[] | null)[] {
  const database = new DatabaseSync(':memory:')
  try {
    for (const [name, columnNames] of columns)
      database.exec(`CREATE TABLE ${quote(name)} (${[...columnNames].map(quote).join(', ')})`)
    for (const statement of virtual) database.exec(statement)
    return statements.map((statement) => readsOf(statement, database))
  } finally {
    database.close()
  }
}

function readsOf(statement: string, database: DatabaseSync): readonly ColumnRead[] | null {
  const reads = new Map<string, ColumnRead>()
  database.setAuthorizer((code, first, second) => {
    if (code === constants.SQLITE_READ && first !== null && second !== null && second !== '')
      reads.set(`${first}.${second}`, { table: first, column: second })
    return constants.SQLITE_OK
  })
  try {
    database.prepare(statement)
    return [...reads.values()]
  } catch {
    return null
  }
}
