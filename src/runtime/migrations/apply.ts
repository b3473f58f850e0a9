import type { Migration } from '../../manifest/index.ts'
import { MigrationDriftError, MigrationError } from './errors.ts'
import { ensureLedger, ledgerInsert, type MigrationDatabase, readLedger } from './ledger.ts'
import { compareLedger } from './status.ts'

export interface ApplyOptions {
  /** Whether migrations that lose values are applied too. Bootstrap says no. */
  readonly destructive: boolean
}

export interface Applied {
  /** What this call applied, in order. */
  readonly applied: readonly string[]
  /** What it did not, because a destructive migration stands in the way: that one and all after it. */
  readonly held: readonly string[]
}

/**
 * Applies what the database does not have yet, each migration in one batch with its row in the ledger: all or nothing,
 * and exactly once, however many callers try at the same time.
 * @throws MigrationDriftError when the ledger contradicts the program; nothing is applied then.
 * @throws MigrationError for the first migration that the database refuses.
 */
export async function applyPending(
  db: MigrationDatabase,
  migrations: readonly Migration[],
  options: ApplyOptions,
): Promise<Applied> {
  const pending = await pendingMigrations(db, migrations)
  if (pending.length === 0) return { applied: [], held: [] }
  await ensureLedger(db)
  const hold = options.destructive ? -1 : pending.findIndex((migration) => migration.destructive)
  const free = hold === -1 ? pending : pending.slice(0, hold)
  const applied: string[] = []
  for (const migration of free) {
    if (await applyOne(db, migration)) applied.push(migration.name)
  }
  return { applied, held: pending.slice(free.length).map((migration) => migration.name) }
}

/** A database that is ahead of the program has nothing pending; one that has gone another way is refused. */
async function pendingMigrations(db: MigrationDatabase, migrations: readonly Migration[]): Promise<Migration[]> {
  const { pending, drift } = compareLedger(await readLedger(db), migrations)
  const isAhead = pending.length === 0 && drift.every((item) => item.kind === 'unknown')
  if (drift.length > 0 && !isAhead) throw new MigrationDriftError(drift)
  return migrations.filter((migration) => pending.includes(migration.name))
}

/** Whether it was this call that applied it. The row in the ledger comes first: of several, one gets past it. */
async function applyOne(db: MigrationDatabase, migration: Migration): Promise<boolean> {
  const statements = migration.statements.map((statement) => db.prepare(statement))
  try {
    await db.batch([ledgerInsert(db, migration.name, migration.checksum), ...statements])
    return true
  } catch (error) {
    const row = (await readLedger(db)).find(({ name }) => name === migration.name)
    if (!row) throw new MigrationError(migration.name, error)
    const { drift } = compareLedger([row], [migration])
    if (drift.length > 0) throw new MigrationDriftError(drift)
    return false
  }
}
