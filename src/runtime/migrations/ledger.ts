import { sqlText } from '../../ground/sql-text.ts'
import type { MigrationHead, MigrationPhase } from '../../manifest/index.ts'

/** Database as the migration runner needs it: D1's binding is one, and so is a client of D1's HTTP API. */
export interface MigrationDatabase {
  prepare(sql: string): MigrationStatement
  /** One transaction: all statements, or none. */
  batch<Row>(statements: MigrationStatement[]): Promise<{ readonly results: Row[] }[]>
}

export interface MigrationStatement {
  /** Texts only: the HTTP API takes no other values. */
  bind(...values: string[]): MigrationStatement
  all<Row>(): Promise<{ readonly results: Row[] }>
}

/** A row of the ledger. */
export interface LedgerRow {
  readonly name: string
  /** ISO 8601, UTC. */
  readonly appliedAt: string
  /** `null` for what wrangler applied: it keeps none. */
  readonly checksum: string | null
  /** Effect on programs that do not know it; `null` if it is not recorded. */
  readonly phase: MigrationPhase | null
  /** Its number in the ledger, which rises with every row. */
  readonly position: number
}

/** The rows of the ledger in the order in which they were applied. A database without a ledger has none. */
export async function readLedger(db: MigrationDatabase): Promise<LedgerRow[]> {
  const columns = await ledgerColumns(db)
  if (columns.length === 0) return []
  const { results } = await db
    .prepare(
      `SELECT id, name, applied_at${OWN.map((name) => columnOrNull(name, columns)).join('')} FROM d1_migrations ORDER BY id`,
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

/** Columns that the ledger has besides those that wrangler gives it. */
const OWN = ['checksum', 'parent', 'phase']

function columnOrNull(name: string, columns: readonly string[]): string {
  return columns.includes(name) ? `, ${name}` : `, NULL AS ${name}`
}

function isPhase(text: string | null): text is MigrationPhase {
  return text === 'expand' || text === 'contract' || text === 'switch'
}

/** Makes the ledger as wrangler makes it, with columns of our own; adds those to wrangler's. */
export async function ensureLedger(db: MigrationDatabase): Promise<void> {
  const columns = await ledgerColumns(db)
  const missing = OWN.filter((name) => !columns.includes(name))
  if (missing.length === 0) return
  const changes =
    columns.length === 0 ? [CREATE] : missing.map((name) => `ALTER TABLE d1_migrations ADD COLUMN ${name} TEXT`)
  try {
    await db.batch(changes.map((change) => db.prepare(change)))
  } catch (error) {
    // Another applier may have been faster.
    const now = await ledgerColumns(db)
    if (OWN.some((name) => !now.includes(name))) throw error
  }
}

/**
 * The statement that takes a migration into the ledger, first in the batch that applies it. It fails when the migration
 * is there already, and when the ledger does not hold exactly what the migration was made on: its parent, and as many
 * rows as there are migrations up to it. Then nothing of the batch happens, wherever the other applier runs.
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

/** Rows that wrangler wrote have no checksum. */
const HOLDS_PARENT = 'EXISTS (SELECT 1 FROM d1_migrations WHERE name = ?5 AND coalesce(checksum, ?6) = ?6)'

/** Tells whether an error means that another caller's row is in the ledger. */
export function isLedgerConflict(error: unknown): boolean {
  return (
    error instanceof Error &&
    /UNIQUE constraint failed: d1_migrations\.name|NOT NULL constraint failed: d1_migrations\.applied_at/.test(
      error.message,
    )
  )
}

/** Writes a migration down as it stands, without asking what is there: for whoever moves the ledger itself. */
export function ledgerRecord(db: MigrationDatabase, name: string, checksum: string, phase: MigrationPhase | null) {
  const last = '(SELECT checksum FROM d1_migrations ORDER BY id DESC LIMIT 1)'
  const sql = `INSERT INTO d1_migrations (name, checksum, parent, phase) VALUES (?1, ?2, ${last}, ${phase === null ? 'NULL' : '?3'})`
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
