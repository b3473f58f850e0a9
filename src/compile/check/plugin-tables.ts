import { getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'

/** The name of a drizzle table in the database; `null` for anything else. */
export function tableName(table: unknown): string | null {
  // drizzle asks everything for its class.
  const hasClass = typeof table === 'object' && table !== null && Object.getPrototypeOf(table) !== null
  return hasClass && is(table, SQLiteTable) ? getTableName(table) : null
}
