import { INTERNAL_TABLE } from '../../ground/internal-tables.ts'
import type { MigrationPhase } from '../../manifest/index.ts'
import { ensureLedger, type LedgerRow, ledgerRecord, type MigrationDatabase, readLedger } from './ledger.ts'

/** State of a database, for another process that plans a move. */
export interface FoundDatabase {
  /** Content of the database's `sqlite_schema`. */
  readonly schema: readonly {
    readonly type: string
    readonly name: string
    readonly tbl_name: string
    readonly sql: string | null
  }[]
  readonly ledger: readonly LedgerRow[]
  /** Names of the tables that contain rows. */
  readonly filled: readonly string[]
}

/** A change to a developer's own database, with the resulting changes to its ledger. */
export interface LedgerMove {
  readonly statements: readonly string[]
  readonly forgotten: readonly string[]
  readonly recorded: readonly RecordedMigration[]
}

/** A migration that a move records in the ledger. */
export interface RecordedMigration {
  readonly name: string
  readonly checksum: string
  /** Compatibility with older programs. Default: unknown, so that a program without the migration does not serve. */
  readonly phase?: MigrationPhase
}

/** Reads a database's schema, its ledger, and which of its tables contain rows. */
export async function findDatabase(db: MigrationDatabase): Promise<FoundDatabase> {
  const { results: schema } = await db
    .prepare('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name')
    .all<FoundDatabase['schema'][number]>()
  const tables = schema.filter((row) => row.type === 'table' && isOrdinary(row)).map((row) => row.name)
  const probes = tables.map((name) => db.prepare(`SELECT EXISTS (SELECT 1 FROM "${name}") AS filled`))
  const results = probes.length === 0 ? [] : await db.batch<{ filled: number }>(probes)
  return {
    schema,
    ledger: await readLedger(db),
    filled: tables.filter((_name, index) => results[index]?.results[0]?.filled === 1),
  }
}

function isOrdinary({ name, sql }: FoundDatabase['schema'][number]): boolean {
  return !INTERNAL_TABLE.test(name) && !/^CREATE\s+VIRTUAL/i.test(sql ?? '')
}

/** Executes a move in one batch, all or nothing. The changes to the ledger come first. */
export async function runMove(db: MigrationDatabase, move: LedgerMove): Promise<void> {
  await ensureLedger(db)
  await db.batch([
    ...move.forgotten.map((name) => db.prepare('DELETE FROM d1_migrations WHERE name = ?1').bind(name)),
    ...move.recorded.map(({ name, checksum, phase = null }) => ledgerRecord(db, name, checksum, phase)),
    ...move.statements.map((statement) => db.prepare(statement)),
  ])
}
