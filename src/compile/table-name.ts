import { getTableName, is } from 'drizzle-orm'
import { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { isStandIn } from './stand-in.ts'

/** Returns the name of a plugin's table in the database; `null` for anything else. */
export function tableName(table: unknown): string | null {
  if (isStandIn(table, 'table')) return table.table.name
  // drizzle requires an object with a class.
  const hasClass = typeof table === 'object' && table !== null && Object.getPrototypeOf(table) !== null
  return hasClass && is(table, SQLiteTable) ? getTableName(table) : null
}
