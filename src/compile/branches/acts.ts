import { constants, type DatabaseSync } from 'node:sqlite'
import type { FormerNames } from './former-names.ts'

/** Something that SQLite asks leave for while it compiles and runs a statement. */
export interface Act {
  readonly code: number
  /** The table under its name before the migration; `null` where it is about none that was there. */
  readonly table: string | null
  /** The column under its name before the migration, or another detail; empty where there is none. */
  readonly detail: string
  /** The table, or what else it is about, as the statement names it. */
  readonly spoken: string
  /** The column as the statement names it. */
  readonly spokenColumn: string
  /** Tells whether the table was made by the migration itself, so that nobody knows what it holds. */
  readonly isMade: boolean
  /** The trigger of which it is a part. */
  readonly trigger: string | null
}

/** The code of a statement that SQLite does not run. */
export const UNKNOWN_STATEMENT = -1

/** Runs a statement, and tells what it did. */
export function actsOf(database: DatabaseSync, statement: string, names: FormerNames): readonly Act[] {
  const acts: Act[] = []
  const note = (code: number, spoken: string, column: string, trigger: string | null) => {
    const table = names.table(spoken) ?? null
    const detail = table === null ? column : names.column(spoken, column)
    acts.push({ code, table, detail, spoken, spokenColumn: column, isMade: names.isMade(spoken), trigger })
  }
  return names.follow(() => {
    database.setAuthorizer((code, first, second, third, trigger) => {
      // ALTER TABLE names the database first, then the table, and the column that it drops.
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
