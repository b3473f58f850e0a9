import type { Migration } from '../../manifest/index.ts'
import { MigrationDriftError, MigrationError } from './errors.ts'
import {
  ensureLedger,
  isLedgerConflict,
  type LedgerRow,
  ledgerInsert,
  type MigrationDatabase,
  readLedger,
} from './ledger.ts'
import { checkOwner, claim, type Owner } from './owner.ts'
import { compareLedger, type MigrationStatus } from './status.ts'

export interface ApplyOptions {
  /**
   * True to apply migrations that delete values, which bootstrap never does. A new database has no values to lose.
   */
  readonly destructive: boolean
  /**
   * True to stop before the first migration that is not of phase `expand`, so that the previous program keeps working.
   * A new database, which has no program, receives all migrations. Default `false`.
   */
  readonly onlyExpand?: boolean
  /** Required owner of the database, recorded in the database with the first migrations. Default: not checked. */
  readonly owner?: Owner
  /**
   * True to take over a database that has another owner, or that has no owner but contains tables of another project.
   * Default `false`.
   */
  readonly adopt?: boolean
}

export interface Applied {
  /** Names of the migrations that this call applied, in order. */
  readonly applied: readonly string[]
  /** Names of the migrations that this call did not apply: the first one that the options exclude, and all after it. */
  readonly held: readonly string[]
}

/**
 * Applies pending migrations, each in one batch with its row in the ledger: all or nothing, and exactly once, however
 * many callers try at the same time.
 * @throws WrongDatabaseError if the database has another owner; nothing is applied
 * @throws MigrationDriftError if the ledger contradicts the program; nothing is applied
 * @throws MigrationError for the first migration that the database refuses
 */
export async function applyPending(
  db: MigrationDatabase,
  migrations: readonly Migration[],
  options: ApplyOptions,
): Promise<Applied> {
  const { owner, adopt = false, destructive, onlyExpand = false } = options
  if (owner && !adopt) await checkOwner(db, owner, migrations)
  const pending = await pendingMigrations(db, migrations)
  const isNew = pending.length === migrations.length
  const outcome =
    pending.length === 0
      ? { applied: [], held: [] }
      : await apply(db, migrations, pending, ({ destructive: loses, phase }) => {
          return isNew || ((destructive || !loses) && (!onlyExpand || phase === 'expand'))
        })
  if (owner) await claim(db, owner, adopt)
  return outcome
}

async function apply(
  db: MigrationDatabase,
  migrations: readonly Migration[],
  pending: readonly Migration[],
  isAllowed: (migration: Migration) => boolean,
): Promise<Applied> {
  await ensureLedger(db)
  const hold = pending.findIndex((migration) => !isAllowed(migration))
  const free = hold === -1 ? pending : pending.slice(0, hold)
  const applied: string[] = []
  for (const migration of free) {
    if (await applyOne(db, migration, migrations)) applied.push(migration.name)
  }
  return { applied, held: pending.slice(free.length).map((migration) => migration.name) }
}

/**
 * Returns the pending migrations. A database that is ahead of the program has none; one with a different history is
 * refused.
 */
async function pendingMigrations(db: MigrationDatabase, migrations: readonly Migration[]): Promise<Migration[]> {
  const { pending } = checkChain(await readLedger(db), migrations)
  return migrations.filter((migration) => pending.includes(migration.name))
}

/**
 * Compares the ledger with the chain of migrations.
 * @throws MigrationDriftError unless the ledger is the beginning of the chain, or the other way around
 */
function checkChain(ledger: readonly LedgerRow[], migrations: readonly Migration[]): MigrationStatus {
  const status = compareLedger(ledger, migrations)
  const isAhead = status.pending.length === 0 && status.drift.every((item) => item.kind === 'unknown')
  if (status.drift.length > 0 && !isAhead) throw new MigrationDriftError(status.drift)
  return status
}

/**
 * Applies a migration and tells whether this call applied it. The ledger's row is inserted first: of concurrent calls,
 * only one succeeds.
 */
async function applyOne(db: MigrationDatabase, migration: Migration, all: readonly Migration[]): Promise<boolean> {
  const statements = migration.statements.map((statement) => db.prepare(statement))
  try {
    await db.batch([ledgerInsert(db, migration, all.slice(0, all.indexOf(migration))), ...statements])
    return true
  } catch (error) {
    const ledger = await readLedger(db)
    const isThere = ledger.some(({ name }) => name === migration.name)
    if (!isThere && !isLedgerConflict(error)) throw new MigrationError(migration.name, error)
    // Another caller was faster, with the same chain of migrations or with a different one.
    checkChain(ledger, all)
    if (!isThere) throw new MigrationError(migration.name, error)
    // If the row exists, either another caller inserted it, or this call did and the response was lost.
    return !isLedgerConflict(error)
  }
}
