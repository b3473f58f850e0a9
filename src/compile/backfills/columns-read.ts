import { constants } from 'node:sqlite'
import { openDatabase } from '../schema/run-statements.ts'
import { quote } from '../schema/sql.ts'

/** Columns by table, of every table that an expression may speak of. */
export type Columns = ReadonlyMap<string, ReadonlySet<string>>

export interface ColumnRead {
  readonly table: string
  readonly column: string
}

/** The statement that reads what an expression over the rows of a table reads. */
export function selectOf(expression: string, table: string): string {
  return `SELECT (${expression}) FROM ${quote(table)}`
}

/** The columns that a statement reads, as SQLite itself tells when it compiles it; `null` where it does not compile. */
export function columnsRead(statement: string, columns: Columns): readonly ColumnRead[] | null {
  const database = openDatabase()
  try {
    for (const [name, own] of columns) database.exec(`CREATE TABLE ${quote(name)} (${[...own].map(quote).join(', ')})`)
    const reads = new Map<string, ColumnRead>()
    database.setAuthorizer((code, first, second) => {
      if (code === constants.SQLITE_READ && first !== null && second !== null && second !== '')
        reads.set(`${first}.${second}`, { table: first, column: second })
      return constants.SQLITE_OK
    })
    database.prepare(statement)
    return [...reads.values()]
  } catch {
    return null
  } finally {
    database.close()
  }
}
