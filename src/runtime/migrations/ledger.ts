/** What the runner needs of a database: D1's binding is one, and so is what speaks to D1's HTTP API. */
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
}

/** The rows of the ledger in the order in which they were applied. A database without a ledger has none. */
export async function readLedger(db: MigrationDatabase): Promise<LedgerRow[]> {
  const columns = await ledgerColumns(db)
  if (columns.length === 0) return []
  const checksum = columns.includes('checksum') ? 'checksum' : 'NULL AS checksum'
  const { results } = await db
    .prepare(`SELECT name, applied_at, ${checksum} FROM d1_migrations ORDER BY id`)
    .all<{ name: string; applied_at: string; checksum: string | null }>()
  return results.map((row) => ({
    name: row.name,
    appliedAt: `${row.applied_at.replace(' ', 'T')}Z`,
    checksum: row.checksum,
  }))
}

/** Makes the ledger as wrangler makes it, with a column more for checksums; adds that column to wrangler's own. */
export async function ensureLedger(db: MigrationDatabase): Promise<void> {
  const columns = await ledgerColumns(db)
  if (columns.includes('checksum')) return
  const change = columns.length === 0 ? CREATE : 'ALTER TABLE d1_migrations ADD COLUMN checksum TEXT'
  try {
    await db.prepare(change).all()
  } catch (error) {
    // Another applier may have been faster.
    if (!(await ledgerColumns(db)).includes('checksum')) throw error
  }
}

/** The statement that takes a migration into the ledger. It fails when the migration is there already. */
export function ledgerInsert(db: MigrationDatabase, name: string, checksum: string) {
  return db.prepare('INSERT INTO d1_migrations (name, checksum) VALUES (?1, ?2)').bind(name, checksum)
}

const CREATE = `CREATE TABLE d1_migrations (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT UNIQUE,
  applied_at TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL,
  checksum TEXT
)`

async function ledgerColumns(db: MigrationDatabase): Promise<string[]> {
  const { results } = await db.prepare(`SELECT name FROM pragma_table_info('d1_migrations')`).all<{ name: string }>()
  return results.map((column) => column.name)
}
