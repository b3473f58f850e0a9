import { constants, type DatabaseSync } from 'node:sqlite'
import type { FormerNames } from './former-names.ts'

/** An operation for which SQLite asks its authorizer while it compiles and runs a statement. */
export interface Act {
  readonly code: number
  /** Name of the table before the migration; `null` if there is no table, or if it did not exist. */
  readonly table: string | null
  /** Name of the column before the migration, or another detail; empty if there is none. */
  readonly detail: string
  /** The table, or other object, as the statement names it. */
  readonly spoken: string
  /** The column as the statement names it. */
  readonly spokenColumn: string
  /** True if the migration itself created the table, so that its content is unknown. */
  readonly isMade: boolean
  /** Name of the trigger that the operation belongs to. */
  readonly trigger: string | null
}

/** The code of a statement that SQLite does not run. */
export const UNKNOWN_STATEMENT = -1

/** Runs a statement, and returns its operations. A statement that fails adds one with the code `UNKNOWN_STATEMENT`. */
export function actsOf(database: DatabaseSync, statement: string, names: FormerNames): readonly Act[] {
  const acts: Act[] = []
  const note = (code: number, spoken: string, column: string, trigger: string | null) => {
    const table = names.table(spoken) ?? null
    const detail = table === null ? column : names.column(spoken, column)
    acts.push({ code, table, detail, spoken, spokenColumn: column, isMade: names.isMade(spoken), trigger })
  }
  return names.follow(() => {
    database.setAuthorizer((code, first, second, third, trigger) => {
      // For ALTER TABLE, SQLite passes the database first, then the table, and the column that is dropped.
      const [name, detail] = code === constants.SQLITE_ALTER_TABLE ? [second, third] : [first, second]
      note(code, name ?? '', detail ?? '', trigger)
      return constants.SQLITE_OK
    })
    try {
      database.exec(statement)
    } catch {
      note(UNKNOWN_STATEMENT, '', '', null)
    } finally {
      database.setAuthorizer(null)
    }
    return acts
  })
}
