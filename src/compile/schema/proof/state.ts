import type { Schema } from '../../../manifest/index.ts'
import type { Facts } from '../steps/facts.ts'
import type { Row, Snapshot } from './snapshot.ts'

/** A database on one side of a migration. */
export interface State {
  readonly schema: Schema
  readonly facts: Facts
  readonly rows: Snapshot
}

/** Undeclared effects of a migration on rows. */
export interface Loss {
  readonly message: string
  /** As it is named before the migration. */
  readonly table: string
  /** The field as it is named afterwards, where one is concerned. */
  readonly field: string | null
  readonly ids: readonly string[]
}

export function rowsOf(state: State, table: string): readonly Row[] {
  return state.rows.get(table) ?? []
}

export function loss(table: string, field: string | null, what: string, ids: readonly string[]): Loss[] {
  return ids.length === 0 ? [] : [{ message: `rows of ${table} ${what}`, table, field, ids }]
}
