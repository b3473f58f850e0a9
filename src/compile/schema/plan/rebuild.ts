import { quote, quoteAll } from '../../../ground/sql.ts'
import { sqlText } from '../../../ground/sql-text.ts'
import type { SchemaIndex, SchemaTable } from '../../../manifest/index.ts'
import type { TableChange } from '../compare/diff-table.ts'
import { printIndex, printTable } from '../sql/print.ts'

/** Defers the check of foreign keys to the end of the batch. Must precede every statement of a rebuild. */
export const DEFER_FOREIGN_KEYS = 'PRAGMA defer_foreign_keys = ON'

/**
 * Returns statements that replace a table without losing any row, even if other tables refer to it: the rows are copied
 * while the table is dropped and created again under its own name. (With the usual CREATE, INSERT, DROP, RENAME, D1
 * would delete or empty what refers to the table.) Rows keep their rowid, which the full-text table uses.
 * @param values SQL of each new column, over the old columns
 */
function rebuildTable(
  { before, after }: TableChange,
  values: ReadonlyMap<string, string>,
  keys: readonly SchemaIndex[],
) {
  const copy = quote(`${after.name}__copy`)
  const columns = after.columns.filter((column) => !column.generated).map((column) => column.name)
  const selected = columns.map((name) => values.get(name) ?? 'NULL')
  const rowid = hasOwnRowid(before) && hasOwnRowid(after) ? ['rowid'] : []
  return [
    sqlText`
      CREATE TABLE ${copy} AS
      SELECT ${[...rowid.map((name) => `${name} AS "__rowid"`), '*'].join(', ')}
      FROM ${quote(after.name)}
    `,
    `DROP TABLE ${quote(after.name)}`,
    printTable(after),
    ...keys.map((index) => printIndex(after.name, index)),
    sqlText`
      INSERT INTO ${quote(after.name)} (${[...rowid, quoteAll(columns)].join(', ')})
      SELECT ${[...rowid.map(() => '"__rowid"'), ...selected].join(', ')}
      FROM ${copy}
    `,
    `DROP TABLE ${copy}`,
  ]
}

/**
 * Returns statements that rebuild a table with its rows and its indexes.
 * @param keys the indexes that foreign keys may refer to: SQLite writes no row of a table while such an index is
 * missing
 */
export function rebuildWithIndexes(
  change: TableChange,
  values: ReadonlyMap<string, string>,
  keys: readonly SchemaIndex[] = [],
): string[] {
  const { name, indexes } = change.after
  const others = indexes.filter((index) => !keys.includes(index))
  return [...rebuildTable(change, values, keys), ...others.map((index) => printIndex(name, index))]
}

/** Tells whether rows have a rowid besides their primary key. */
export function hasOwnRowid(table: SchemaTable): boolean {
  const key = table.columns.filter((column) => column.primaryKey > 0)
  const isAlias = key.length === 1 && key[0]?.type === 'INTEGER'
  return !table.withoutRowid && !isAlias
}
