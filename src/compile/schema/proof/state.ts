import type { Schema } from '../../../manifest/index.ts'
import type { Facts } from '../steps/facts.ts'
import type { Row, Snapshot } from './snapshot.ts'

/** A database before or after a migration. */
export interface State {
  readonly schema: Schema
  readonly facts: Facts
  readonly rows: Snapshot
}

/** An undeclared effect of a migration on rows. */
export interface Loss {
  readonly message: string
  /** Name of the table before the migration. */
  readonly table: string
  /** Name of the affected field after the migration; `null` if there is none. */
  readonly field: string | null
  readonly ids: readonly string[]
}

export function rowsOf(state: State, table: string): readonly Row[] {
  return state.rows.get(table) ?? []
}

export function loss(table: string, field: string | null, what: string, ids: readonly string[]): Loss[] {
  return ids.length === 0 ? [] : [{ message: `rows of ${table} ${what}`, table, field, ids }]
}
