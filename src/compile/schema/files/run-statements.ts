import { DatabaseSync } from 'node:sqlite'
import type { Schema } from '../../../manifest/index.ts'
import { introspectSchema, SCHEMA_QUERY, type SchemaRow } from '../sql/introspect.ts'
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

/**
 * Limits of D1, so that statements that run here run there too: those of its documentation, and of its engine where
 * that is silent. (https://developers.cloudflare.com/d1/platform/limits)
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

/** An empty database in memory, with foreign keys on and within limits as on D1. */
export function openDatabase(): DatabaseSync {
  return new DatabaseSync(':memory:', { limits: D1_LIMITS })
}

/**
 * Runs a migration's statements, or some of them, in an open transaction.
 * @throws ReplayError for the first statement that fails.
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
  // The columns are those that the query names.
  return introspectSchema(database.prepare(SCHEMA_QUERY).all() as unknown as SchemaRow[], database)
}
