import { DatabaseSync } from 'node:sqlite'
import type { Schema } from '../../manifest/index.ts'
import { introspectSchema, SCHEMA_QUERY, type SchemaRow } from './introspect.ts'
import type { MigrationFile } from './migration-file.ts'

/** A statement of a migration that SQLite refuses. */
export class ReplayError extends Error {
  readonly migration: string
  readonly statement: string

  constructor(migration: string, statement: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.name = 'ReplayError'
    this.migration = migration
    this.statement = statement
  }
}

/** A database in memory on which a chain of migrations has run, one transaction each as on D1. */
export interface Replay {
  readonly schema: Schema
  /** The schema after one more migration, which is rolled back again. */
  after(migration: MigrationFile): Schema
}

/**
 * Runs migrations in order on an empty database. The last chain asked for is kept, so that watch mode replays only what
 * has changed.
 * @throws ReplayError for the first statement that fails.
 */
export function replay(chain: readonly MigrationFile[]): Replay {
  const key = chain.map((file) => file.checksum).join()
  if (kept?.key !== key) kept = { key, replay: replayAnew(chain) }
  return kept.replay
}

let kept: { readonly key: string; readonly replay: Replay } | undefined

function replayAnew(chain: readonly MigrationFile[]): Replay {
  const database = new DatabaseSync(':memory:')
  for (const file of chain) {
    run(database, file)
    database.exec('COMMIT')
  }
  return {
    schema: schemaOf(database),
    after(migration) {
      try {
        run(database, migration)
        return schemaOf(database)
      } finally {
        if (database.isTransaction) database.exec('ROLLBACK')
      }
    },
  }
}

function run(database: DatabaseSync, file: MigrationFile): void {
  database.exec('BEGIN')
  for (const statement of file.steps.flatMap((step) => step.statements)) {
    try {
      database.exec(statement)
    } catch (error) {
      throw new ReplayError(file.name, statement, error)
    }
  }
}

function schemaOf(database: DatabaseSync): Schema {
  // The columns are those that the query names.
  return introspectSchema(database.prepare(SCHEMA_QUERY).all() as unknown as SchemaRow[])
}
