import type { MigrationDrift } from './status.ts'

/** A migration that the database refused. Nothing of it was kept; those before it were. */
export class MigrationError extends Error {
  readonly migration: string

  constructor(migration: string, cause: unknown) {
    super(`${migration} failed and changed nothing: ${reasonOf(cause)}`, { cause })
    this.name = 'MigrationError'
    this.migration = migration
  }
}

/** A database whose ledger contradicts the program: nothing was applied. */
export class MigrationDriftError extends Error {
  readonly drift: readonly MigrationDrift[]

  constructor(drift: readonly MigrationDrift[]) {
    super(drift.map((item) => item.message).join('; '))
    this.name = 'MigrationDriftError'
    this.drift = drift
  }
}

/** A database of another project or environment: nothing was applied. */
export class WrongDatabaseError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'WrongDatabaseError'
  }
}

/** A check that a migration makes itself says why it failed in the name of a column. */
function reasonOf(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause)
  const check = /NOT NULL constraint failed: migration_check\.(.+?)(?:: SQLITE_|$)/.exec(message)
  return check?.[1] ?? message.replace(/^D1_ERROR: /, '')
}
