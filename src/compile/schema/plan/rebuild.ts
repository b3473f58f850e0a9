import { quote, quoteAll } from '../../../ground/sql.ts'
import { sqlText } from '../../../ground/sql-text.ts'
import type { SchemaTable } from '../../../manifest/index.ts'
import type { TableChange } from '../compare/diff-table.ts'
import { printIndex, printTable } from '../sql/print.ts'

/** Puts off the check of foreign keys to the end of the batch. Must come before anything that a rebuild does. */
export const DEFER_FOREIGN_KEYS = 'PRAGMA defer_foreign_keys = ON'

/**
 * Replaces a table that others refer to, and loses no row of any of them: the rows wait in a copy while the table is
 * dropped and made anew under its own name. (CREATE, INSERT, DROP, RENAME, as it is usually done, makes D1 delete or
 * empty what refers to the table.) Rows keep their rowid, by which the full-text table knows them.
 * @param values the SQL of each column of the new table, over the columns of the old one.
 */
function rebuildTable(before: SchemaTable, after: SchemaTable, values: ReadonlyMap<string, string>): string[] {
  const copy = quote(`${after.name}__copy`)
  const columns = after.columns.filter((column) => !column.generated).map((column) => column.name)
  const selected = columns.map((name) => values.get(name) ?? 'NULL')
  const rowid = hasOwnRowid(before) && hasOwnRowid(after) ? ['rowid'] : []
  return [
    `CREATE TABLE ${copy} AS SELECT ${[...rowid.map((name) => `${name} AS "__rowid"`), '*'].join(', ')} FROM ${quote(after.name)}`,
    `DROP TABLE ${quote(after.name)}`,
    printTable(after),
    sqlText`
      INSERT INTO ${quote(after.name)} (${[...rowid, quoteAll(columns)].join(', ')})
      SELECT ${[...rowid.map(() => '"__rowid"'), ...selected].join(', ')}
      FROM ${copy}
    `,
    `DROP TABLE ${copy}`,
  ]
}

/** The new table, its rows and its indexes. */
export function rebuildWithIndexes({ before, after }: TableChange, values: ReadonlyMap<string, string>): string[] {
  return [...rebuildTable(before, after, values), ...after.indexes.map((index) => printIndex(after.name, index))]
}

/** Tells whether rows have a rowid beside their primary key. */
export function hasOwnRowid(table: SchemaTable): boolean {
  const key = table.columns.filter((column) => column.primaryKey > 0)
  const isAlias = key.length === 1 && key[0]?.type === 'INTEGER'
  return !table.withoutRowid && !isAlias
}
