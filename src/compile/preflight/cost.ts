import type { Statement } from '../schema/sql/read-statement.ts'
import type { PredictedTables } from './predicted-tables.ts'

/** Cost of a statement for each row of an existing table. */
export interface Expense {
  /** Current name of the table. */
  readonly table: string
  readonly reads: number
  readonly writes: number
  /** True if the rows are copied before a rebuild. */
  readonly isCopy: boolean
}

/**
 * Counts what D1 bills (https://developers.cloudflare.com/d1/platform/pricing/): a row read for each row that is
 * scanned, a row written for each that is written, and one more for each index. It is an estimate: a condition may
 * exclude rows, and what triggers and full-text tables write depends on the text.
 */
export class Cost {
  readonly expenses: Expense[] = []
  readonly #tables: PredictedTables

  constructor(tables: PredictedTables) {
    this.#tables = tables
  }

  /** Adds the cost of a statement, given the tables before it. */
  add(statement: Statement): void {
    switch (statement.kind) {
      case 'copy-table':
        this.#push(statement.from, 1, 1, true)
        break
      case 'insert':
        this.#push(statement.from, 1, statement.table === 'migration_check' ? 0 : 1 + this.#keysOf(statement.table))
        break
      case 'create-index':
        // Each row is read once in the table and once more for sorting.
        this.#push(statement.table, 2, 1)
        break
      case 'drop-column':
        this.#push(statement.table, 1, 1)
        break
      case 'update':
        this.#push(statement.table, 1, 1 + this.#indexesOn(statement.table, [...statement.sets.keys()]))
        break
      case 'delete':
        this.#push(statement.table, 1, 1 + this.#keysOf(statement.table))
        break
      default: // what changes the schema alone
    }
  }

  #push(table: string, reads: number, writes: number, isCopy = false): void {
    const origin = this.#tables.get(table)?.origin
    if (origin != null) this.expenses.push({ table: origin, reads, writes, isCopy })
  }

  /** Returns the number of indexes of a table, including the one for its primary key. */
  #keysOf(table: string): number {
    return 1 + (this.#tables.get(table)?.indexes.length ?? 0)
  }

  #indexesOn(table: string, columns: readonly string[]): number {
    const indexes = this.#tables.get(table)?.indexes ?? []
    return indexes.filter((index) => columns.some((column) => index.columns.some((key) => key.includes(`"${column}"`))))
      .length
  }
}
