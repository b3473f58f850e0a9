import type { D1Database } from '@cloudflare/workers-types'
import { DrizzleD1Database, SQLiteD1Session } from 'drizzle-orm/d1'
import { SQLiteAsyncDialect } from 'drizzle-orm/sqlite-core'
import type { Database } from './database.ts'

/**
 * Returns drizzle for a database, with names quoted in brackets. Drizzle writes columns of a single table unqualified
 * in double quotes. If such a column does not exist, SQLite reads the name as text, and every row would contain that
 * text. In brackets, the name of a missing column is an error.
 */
export function drizzleDatabase(database: Database): DrizzleD1Database {
  const dialect = new BracketDialect()
  const client = database as unknown as D1Database // drizzle uses only `prepare` and `batch`
  return new DrizzleD1Database('async', dialect, new SQLiteD1Session(client, dialect, undefined), undefined)
}

class BracketDialect extends SQLiteAsyncDialect {
  override escapeName(name: string): string {
    return `[${name}]`
  }
}
