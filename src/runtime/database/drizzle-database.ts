import type { D1Database } from '@cloudflare/workers-types'
import { DrizzleD1Database, SQLiteD1Session } from 'drizzle-orm/d1'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import type { Database } from './database.ts'

/**
 * Drizzle on a database, with names in brackets. Drizzle names the columns of a single table without the table, in double
 * quotes, and SQLite takes such a name for a text where the table has no such column: every row would hold the column's
 * name. In brackets it is an error.
 */
export function drizzleDatabase(database: Database): DrizzleD1Database {
  const dialect = new BracketDialect()
  const client = database as unknown as D1Database // drizzle prepares and batches, and nothing else
  return new DrizzleD1Database('async', dialect, new SQLiteD1Session(client, dialect, undefined), undefined)
}

class BracketDialect extends SQLiteAsyncDialect {
  override escapeName(name: string): string {
    return `[${name}]`
  }
}
