import { quote } from '../../ground/sql.ts'
import type { Step } from '../schema/steps/step.ts'
import type { PredictedTables } from './predicted-tables.ts'

/** A question to the database: which rows a step will not take, or will take something from. */
export interface RowQuery {
  readonly kind: 'required' | 'unique' | 'conversion' | 'reference' | 'rule'
  /** Problems with the rows it finds. */
  readonly message: string
  readonly table: string
  /** The step that asks for it; `null` for a rule of the validators. */
  readonly step: Step | null
  /** Subject of a rule: `posts.kind`. */
  readonly subject?: string
  /** The declaration that asks for it, where no step does. */
  readonly source?: string
  /** Gives at most ten rows `{ id, total }`, where `total` counts all of them. */
  readonly sql: string
  /** Gives at most five rows `{ value, rows }`: values that several rows share. */
  readonly values?: string
}

/** A count of rows that a step takes away or writes, as it is asked to: nothing is wrong with them. */
export interface Tally {
  readonly kind: 'drops' | 'writes'
  readonly table: string
  /** The column that goes or is written; `null` for whole rows. */
  readonly column: string | null
  readonly step: Step
  /** Gives one row `{ total, of }`: rows concerned, and all rows of the table. */
  readonly sql: string
}

/** Ids listed for a question's rows, at most. */
export const SAMPLE = 10

/** The select of a question: rows of a table that meet a condition. */
export function selectRows(tables: PredictedTables, name: string, condition: string): string {
  const columns = tables.get(name)?.columns ?? []
  const id = ['id', 'owner_id'].find((column) => columns.includes(column)) ?? columns[0] ?? 'id'
  return `SELECT ${quote(id)} AS id, count(*) OVER () AS total FROM ${tables.from(name)} WHERE ${tables.bind(condition)} ORDER BY 1 LIMIT ${SAMPLE}`
}

/** The select of a tally: how many rows of a table meet a condition, and how many there are. */
export function countRows(tables: PredictedTables, name: string, condition: string): string {
  return `SELECT count(CASE WHEN ${tables.bind(condition)} THEN 1 END) AS total, count(*) AS "of" FROM ${tables.from(name)}`
}
