/** The migration runner, shared by bootstrap, the admin and the command line. */
export { type Applied, type ApplyOptions, applyPending } from './apply.ts'
export { MigrationDriftError, MigrationError, WrongDatabaseError } from './errors.ts'
export type { LedgerRow, MigrationDatabase, MigrationStatement } from './ledger.ts'
export { type FoundDatabase, findDatabase, type LedgerMove, type RecordedMigration, runMove } from './move.ts'
export { checkOwner, claim, isSame, OWNER_KEY, type Owner, parseOwner } from './owner.ts'
export { type MigrationDrift, type MigrationStatus, migrationStatus, type ShownStatus, shownStatus } from './status.ts'
