import type { DatabaseSync } from 'node:sqlite'
import type { MigrationFile } from '../schema/files/migration-file.ts'
import { openDatabase, runStatements } from '../schema/files/run-statements.ts'
import { SCHEMA_QUERY, type SchemaRow } from '../schema/sql/introspect.ts'

/**
 * Returns `sqlite_schema` of an empty database after a chain of migrations, with the SQL as SQLite stores it.
 * @throws ReplayError for the first statement that fails
 */
export function schemaAfter(chain: readonly MigrationFile[]): SchemaRow[] {
  const database = openDatabase()
  for (const file of chain) {
    database.exec('BEGIN')
    runStatements(database, file)
    database.exec('COMMIT')
  }
  const rows = schemaRows(database)
  database.close()
  return rows
}

export function schemaRows(database: DatabaseSync): SchemaRow[] {
  // `SchemaRow` has the columns of the query.
  return database.prepare(SCHEMA_QUERY).all() as unknown as SchemaRow[]
}
