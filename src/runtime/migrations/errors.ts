import type { MigrationDrift } from './status.ts'

/** Thrown for a migration that the database refused. It was rolled back; the migrations before it were applied. */
export class MigrationError extends Error {
  readonly migration: string

  constructor(migration: string, cause: unknown) {
    super(`${migration} failed and changed nothing: ${reasonOf(cause)}`, { cause })
    this.name = 'MigrationError'
    this.migration = migration
  }
}

/** Thrown for a database whose ledger contradicts the program. */
export class MigrationDriftError extends Error {
  readonly drift: readonly MigrationDrift[]

  constructor(drift: readonly MigrationDrift[]) {
    super(drift.map((item) => item.message).join('; '))
    this.name = 'MigrationDriftError'
    this.drift = drift
  }
}

/** Thrown for a database of another project or environment. Nothing was applied. */
export class WrongDatabaseError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'WrongDatabaseError'
  }
}

/**
 * Returns the reason for a failure. A migration's own checks fail with a NOT NULL constraint on a column whose name
 * states the reason.
 */
function reasonOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause)
  const check = /NOT NULL constraint failed: migration_check\.(.+?)(?:: SQLITE_|$)/.exec(message)
  return check?.[1] ?? message.replace(/^D1_ERROR: /, '')
}
