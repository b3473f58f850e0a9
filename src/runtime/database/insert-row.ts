import { type Column, getTableColumns, is, SQL, sql } from 'drizzle-orm'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'

/**
 * Returns a statement that inserts a row, for a batch whose other statements decide whether it is inserted.
 * @param onlyIf condition that must hold in the database at that point. Default: none
 */
export function insertRow<Table extends SQLiteTable>(
  db: DrizzleD1Database,
  table: Table,
  row: Table['$inferInsert'],
  onlyIf?: SQL,
) {
  if (onlyIf === undefined) return db.insert(table).values(row)
  const columnValues: Readonly<Record<string, unknown>> = row
  // Drizzle names all columns of the table, in order.
  const values = Object.entries(getTableColumns(table)).map(([name, column]) => boundTo(column, columnValues[name]))
  return db.insert(table).select(sql`SELECT ${sql.join(values, sql`, `)} WHERE ${onlyIf}`)
}

/** Binds a value. A missing value becomes the column's default, because INSERT … SELECT does not support DEFAULT. */
function boundTo(column: Column, value: unknown): SQL {
  const { default: otherwise = null } = column
  if (value === undefined && is(otherwise, SQL)) return otherwise
  return sql`${sql.param(value === undefined ? otherwise : value, column)}`
}
