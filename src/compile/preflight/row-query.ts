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

/** A count of rows that a step deletes or writes as declared. It is not a problem. */
export interface Tally {
  /**
   * `converts`: values that other fields take over in part or in another form; `overwrites`: values that were not
   * empty; `unpublishes`: documents that are no longer published; `shows`, `hides`: documents that visitors
   * may see in more or in fewer languages.
   */
  readonly kind:
    | 'drops'
    | 'converts'
    | 'writes'
    | 'moves'
    | 'overwrites'
    | 'unpublishes'
    | 'publishes'
    | 'shows'
    | 'hides'
  readonly table: string
  /** Current name of the table. */
  readonly origin: string
  /** Name of the values for people: `posts.legacy`, `posts.legacy in versions`. */
  readonly subject: string
  /** True if all rows of a table that several collections share were counted. */
  readonly isOfAll: boolean
  /** The column that is deleted or written; `null` for whole rows. */
  readonly column: string | null
  readonly step: Step
  /** The handwritten statement; `null` for the work of an operation. */
  readonly statement: string | null
  /** Selects one row `{ total, of }`: the affected rows, and all rows of the table. */
  readonly sql: string
  /** Selects at most ten of the affected rows `{ id }`, for a handwritten statement; `null` for an operation. */
  readonly ids: string | null
}

/** Maximum number of ids that are listed for a query. */
export const SAMPLE = 10

/** Returns the SELECT of a query: rows of a table that meet a condition. */
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

/**
 * Returns the SELECT of a tally: how many rows of a table meet a condition, and how many there are.
 * @param among condition of the rows that count at all, in a table that several collections share
 */
export function countRows(tables: PredictedTables, name: string, condition: string, among: string | null): string {
  return sqlText`
    SELECT count(CASE WHEN ${tables.bind(condition)} THEN 1 END) AS total, count(*) AS "of"
    FROM ${tables.from(name)}${among === null ? '' : ` WHERE ${among}`}
  `
}
