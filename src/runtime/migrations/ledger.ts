import { sqlText } from '../../ground/sql-text.ts'
import type { MigrationHead, MigrationPhase } from '../../manifest/index.ts'

/**
 * The database interface that the migration runner needs. It is implemented by D1's binding and by a client of D1's
 * HTTP API.
 */
export interface MigrationDatabase {
  prepare(sql: string): MigrationStatement
  /** Runs statements as one transaction. */
  batch<Row>(statements: MigrationStatement[]): Promise<{ readonly results: Row[] }[]>
}

export interface MigrationStatement {
  /** Binds values. Only strings are allowed, because the HTTP API accepts no other values. */
  bind(...values: string[]): MigrationStatement
  all<Row>(): Promise<{ readonly results: Row[] }>
}

/** An applied migration, as the ledger records it. */
export interface LedgerRow {
  readonly name: string
  /** Time of application: ISO 8601, UTC. */
  readonly appliedAt: string
  /** Checksum of the migration; `null` if wrangler applied the migration, because wrangler records no checksum. */
  readonly checksum: string | null
  /** Compatibility with older programs; `null` if it is not recorded. */
  readonly phase: MigrationPhase | null
  /** Number of the row. Later rows have higher numbers. */
  readonly position: number
}

/** Reads the rows of the ledger in the order of application. A database without a ledger has none. */
export async function readLedger(db: MigrationDatabase): Promise<LedgerRow[]> {
  const columns = await ledgerColumns(db)
  if (columns.length === 0) return []
  const { results } = await db
    .prepare(
      sqlText`
        SELECT id, name, applied_at${OWN.map((name) => columnOrNull(name, columns)).join('')}
        FROM d1_migrations
        ORDER BY id
      `,
    )
    .all<{ id: number; name: string; applied_at: string; checksum: string | null; phase: string | null }>()
  return results.map(({ id, name, applied_at, checksum, phase }) => ({
    name,
    appliedAt: `${applied_at.replace(' ', 'T')}Z`,
    checksum,
    phase: isPhase(phase) ? phase : null,
    position: id,
  }))
}

/** Columns that are added to the ledger of wrangler. */
const OWN = ['checksum', 'parent', 'phase']

function columnOrNull(name: string, columns: readonly string[]): string {
  return columns.includes(name) ? `, ${name}` : `, NULL AS ${name}`
}

function isPhase(text: string | null): text is MigrationPhase {
  return text === 'expand' || text === 'contract' || text === 'switch'
}

/** Creates the ledger as wrangler does, with additional columns, or adds these columns to an existing ledger. */
export async function ensureLedger(db: MigrationDatabase): Promise<void> {
  const columns = await ledgerColumns(db)
  const missing = OWN.filter((name) => !columns.includes(name))
  if (missing.length === 0) return
  const changes =
    columns.length === 0 ? [CREATE] : missing.map((name) => `ALTER TABLE d1_migrations ADD COLUMN ${name} TEXT`)
  try {
    await db.batch(changes.map((change) => db.prepare(change)))
  } catch (error) {
    // Another caller may have added the columns first.
    const now = await ledgerColumns(db)
    if (OWN.some((name) => !now.includes(name))) throw error
  }
}

/**
 * Returns the statement that records a migration in the ledger, first in the batch that applies it. It fails if the
 * migration is already recorded, or if the ledger does not contain exactly the migrations before it: its parent, and
 * the same number of rows. The whole batch then fails, so that only one of several concurrent callers succeeds.
 * @param before the migrations before it, in order
 */
export function ledgerInsert(
  db: MigrationDatabase,
  { name, checksum, phase }: MigrationHead,
  before: readonly MigrationHead[],
) {
  const parent = before.at(-1)
  const count = '(SELECT count(*) FROM d1_migrations) = CAST(?4 AS INTEGER)'
  const condition = parent === undefined ? count : `${count} AND ${HOLDS_PARENT}`
  const values = [name, checksum, phase, String(before.length), ...(parent ? [parent.name, parent.checksum] : [])]
  return db
    .prepare(
      sqlText`
        INSERT INTO d1_migrations (name, checksum, phase, parent, applied_at)
        SELECT ?1, ?2, ?3, ${parent ? '?6' : 'NULL'}, CASE WHEN ${condition} THEN CURRENT_TIMESTAMP END
      `,
    )
    .bind(...values)
}

/** SQL condition that the ledger contains the parent. Rows that wrangler wrote have no checksum. */
const HOLDS_PARENT = 'EXISTS (SELECT 1 FROM d1_migrations WHERE name = ?5 AND coalesce(checksum, ?6) = ?6)'

/** Tells whether an error means that another caller has changed the ledger. */
export function isLedgerConflict(error: unknown): boolean {
  return (
    error instanceof Error &&
    /UNIQUE constraint failed: d1_migrations\.name|NOT NULL constraint failed: d1_migrations\.applied_at/.test(
      error.message,
    )
  )
}

/** Returns the statement that records a migration without any check, for code that rewrites the ledger itself. */
export function ledgerRecord(db: MigrationDatabase, name: string, checksum: string, phase: MigrationPhase | null) {
  const last = '(SELECT checksum FROM d1_migrations ORDER BY id DESC LIMIT 1)'
  const sql = sqlText`
    INSERT INTO d1_migrations (name, checksum, parent, phase)
    VALUES (?1, ?2, ${last}, ${phase === null ? 'NULL' : '?3'})
  `
  return db.prepare(sql).bind(name, checksum, ...(phase === null ? [] : [phase]))
}

const CREATE = `CREATE TABLE d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL,
  checksum TEXT,
  parent TEXT,
  phase TEXT
)`

async function ledgerColumns(db: MigrationDatabase): Promise<string[]> {
  const { results } = await db.prepare(`SELECT name FROM pragma_table_info('d1_migrations')`).all<{ name: string }>()
  return results.map((column) => column.name)
}
