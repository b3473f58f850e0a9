import { quote } from '../../ground/sql.ts'
import { sqlText } from '../../ground/sql-text.ts'
import type { Step } from '../schema/steps/step.ts'
import type { PredictedTables } from './predicted-tables.ts'

/** A query for rows that a step would reject or take values from, or whose values the validators will reject. */
export interface RowQuery {
  readonly kind: 'required' | 'unique' | 'conversion' | 'reference' | 'rule'
  /** Describes the problem with the rows. */
  readonly message: string
  readonly table: string
  /** Current name of the table. */
  readonly origin: string
  /** The step that requires the query; `null` for a rule of the validators. */
  readonly step: Step | null
  /** Subject of a rule: `posts.kind`. */
  readonly subject?: string
  /** Position of the declaration that requires the query, if no step does. */
  readonly source?: string
  /** Selects at most ten rows `{ id, total }`, where `total` counts all of them. */
  readonly sql: string
  /** Selects at most five rows `{ value, rows }`: values that several rows share. */
  readonly values?: string
}

/** A count of rows that a step deletes or writes as declared; nothing is wrong with them. */
export interface Tally {
  /** `overwrites`: values that were not empty; `unpublishes`: published documents that no longer are. */
  readonly kind: 'drops' | 'writes' | 'moves' | 'overwrites' | 'unpublishes' | 'publishes'
  readonly table: string
  /** Current name of the table. */
  readonly origin: string
  /** Name of the values for people, if it is not that of the column: `posts.legacy in versions`. */
  readonly subject?: string
  /** The column that is deleted or written; `null` for whole rows. */
  readonly column: string | null
  readonly step: Step
  /** The handwritten statement; `null` for the work of an operation. */
  readonly statement: string | null
  /** Selects one row `{ total, of }`: the affected rows, and all rows of the table. */
  readonly sql: string
}

/** Maximum number of ids that are listed for a query. */
export const SAMPLE = 10

/** Returns the select of a query: rows of a table that meet a condition. */
export function selectRows(tables: PredictedTables, name: string, condition: string): string {
  const columns = tables.get(name)?.columns ?? []
  const id = ['id', 'owner_id'].find((column) => columns.includes(column)) ?? columns[0] ?? 'id'
  return sqlText`
    SELECT ${quote(id)} AS id, count(*) OVER () AS total
    FROM ${tables.from(name)}
    WHERE ${tables.bind(condition)}
    ORDER BY 1 LIMIT ${SAMPLE}
  `
}

/** Returns the select of a tally: how many rows of a table meet a condition, and how many there are. */
export function countRows(tables: PredictedTables, name: string, condition: string): string {
  return sqlText`
    SELECT count(CASE WHEN ${tables.bind(condition)} THEN 1 END) AS total, count(*) AS "of"
    FROM ${tables.from(name)}
  `
}

/**
 * Returns the condition for rows that lose the value of a column: it has one, and no copy contains it.
 * @param copies columns or expressions that were made from the column
 */
export function lostFrom(column: string, copies: readonly string[]): string {
  const value = quote(column)
  const inJson = `substr(json_quote(${value}), 2, length(json_quote(${value})) - 2)`
  const kept = copies.map(
    (copy) =>
      ` AND NOT coalesce((${copy}) IS ${value} OR (typeof(${value}) = 'text' AND (instr(${copy}, ${value}) > 0 OR instr(${copy}, ${inJson}) > 0)), 0)`,
  )
  return `${value} IS NOT NULL${kept.join('')}`
}
