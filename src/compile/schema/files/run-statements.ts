import { DatabaseSync } from 'node:sqlite'
import type { Schema } from '../../../manifest/index.ts'
import { introspectSchema, SCHEMA_QUERY, type SchemaRow } from '../sql/introspect.ts'
import type { MigrationFile } from './migration-file.ts'

/** Thrown for a statement of a migration that SQLite rejects. */
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

/**
 * Limits of D1, so that statements that run here also run there: documented ones and, where the documentation is
 * silent, those of its engine (https://developers.cloudflare.com/d1/platform/limits).
 */
const D1_LIMITS = {
  attach: 0,
  column: 100,
  compoundSelect: 5,
  exprDepth: 100,
  functionArg: 32,
  likePatternLength: 50,
  sqlLength: 100_000,
  triggerDepth: 10,
  variableNumber: 100,
}

/** Opens an empty database in memory, with foreign keys and with D1's limits. */
export function openDatabase(): DatabaseSync {
  return new DatabaseSync(':memory:', { limits: D1_LIMITS })
}

/**
 * Runs a migration's statements, or some of them, in an open transaction.
 * @throws ReplayError for the first statement that fails
 */
export function runStatements(
  database: DatabaseSync,
  file: MigrationFile,
  statements: readonly string[] = statementsOf(file),
): void {
  for (const statement of statements) {
    try {
      database.exec(statement)
    } catch (error) {
      throw new ReplayError(file.name, statement, error)
    }
  }
}

export function statementsOf(file: MigrationFile): string[] {
  return file.steps.flatMap((step) => step.statements)
}

export function schemaOf(database: DatabaseSync): Schema {
  // `SchemaRow` has the columns of the query.
  return introspectSchema(database.prepare(SCHEMA_QUERY).all() as unknown as SchemaRow[], database)
}
