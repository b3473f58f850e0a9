import type { MigrationHead } from '../../manifest/index.ts'
import { type LedgerRow, type MigrationDatabase, readLedger } from './ledger.ts'

/** A contradiction between the ledger and the program's migrations. */
export interface MigrationDrift {
  readonly name: string
  /**
   * `edited`: applied with different SQL. `unknown`: applied, but not part of the program. `skipped`: not applied,
   * although a later migration is.
   */
  readonly kind: 'edited' | 'unknown' | 'skipped'
  readonly message: string
}

export interface MigrationStatus {
  readonly applied: readonly LedgerRow[]
  /** Names of pending migrations, in order. */
  readonly pending: readonly string[]
  readonly drift: readonly MigrationDrift[]
}

/** A status for people and programs, without the parts of the ledger that only the runtime needs. */
export interface ShownStatus extends Omit<MigrationStatus, 'applied'> {
  readonly applied: readonly Pick<LedgerRow, 'name' | 'appliedAt' | 'checksum'>[]
}

export function shownStatus({ applied, ...rest }: MigrationStatus): ShownStatus {
  return { applied: applied.map(({ name, appliedAt, checksum }) => ({ name, appliedAt, checksum })), ...rest }
}

/** Compares the ledger with the program's migrations. Only reads. */
export async function migrationStatus(
  db: MigrationDatabase,
  migrations: readonly MigrationHead[],
): Promise<MigrationStatus> {
  return compareLedger(await readLedger(db), migrations)
}

export function compareLedger(applied: readonly LedgerRow[], migrations: readonly MigrationHead[]): MigrationStatus {
  const rows = new Map(applied.map((row) => [row.name, row]))
  const known = new Set(migrations.map((migration) => migration.name))
  const pending = migrations.filter((migration) => !rows.has(migration.name))
  const lastApplied = migrations.findLastIndex((migration) => rows.has(migration.name))
  return {
    applied,
    pending: pending.map((migration) => migration.name),
    drift: [
      ...migrations.filter((migration) => isEdited(migration, rows.get(migration.name))).map(edited),
      ...applied.filter((row) => !known.has(row.name)).map(unknown),
      ...migrations
        .slice(0, Math.max(lastApplied, 0))
        .filter((migration) => !rows.has(migration.name))
        .map(skipped),
    ],
  }
}

function isEdited(migration: MigrationHead, row: LedgerRow | undefined): boolean {
  return row !== undefined && row.checksum !== null && row.checksum !== migration.checksum
}

function edited({ name }: MigrationHead): MigrationDrift {
  return { name, kind: 'edited', message: `${name} was changed after it had been applied to this database` }
}

function unknown({ name }: LedgerRow): MigrationDrift {
  return { name, kind: 'unknown', message: `${name} was applied to this database, but this program does not know it` }
}

function skipped({ name }: MigrationHead): MigrationDrift {
  return { name, kind: 'skipped', message: `${name} was never applied to this database, though a later migration was` }
}
