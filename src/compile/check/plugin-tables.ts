import { getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'

/** The name of a drizzle table in the database; `null` for anything else. */
export function tableName(table: unknown): string | null {
  return is(table, SQLiteTable) ? getTableName(table) : null
}
