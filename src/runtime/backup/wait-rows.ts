import { WAITING_ROWS } from '../../ground/internal-tables.ts'
import { literal, quote } from '../../ground/sql.ts'
import { sqlText } from '../../ground/sql-text.ts'
import type { BackupDatabase, BackupStatement } from './database.ts'
import type { BackupHeader } from './dump.ts'
import { type BackupText, type RowsBlock, readBackup } from './read-backup.ts'
import { batches, valueAt } from './rows-as-json.ts'
import type { BackupTable } from './shape.ts'

/**
 * Rows of a backup in a temporary table of the database to be restored. One transaction then inserts the rows into
 * their tables.
 */
export interface WaitingRows {
  /** Identifies the restore: a UUIDv7. */
  readonly id: string
  readonly header: BackupHeader
  /** Positions, within the rows, of values that JSON cannot represent, by table. */
  readonly special: ReadonlyMap<string, ReadonlySet<number>>
}

export interface WaitingOptions {
  readonly id: string
  /** Called before any rows are stored. An error ends the restore. */
  readonly onHeader: (header: BackupHeader) => void
  /** Called with each block of rows after the block has been sent. */
  readonly onRows?: (block: RowsBlock) => void
  /** Tells whether the rows of a table are restored. Default: all tables are. */
  readonly isWanted?: (table: string) => boolean
}

/**
 * Reads a whole backup and stores its rows in the temporary table.
 * @throws BackupError for a damaged backup
 */
export async function waitRows(
  db: BackupDatabase,
  backup: BackupText,
  { id, onHeader, onRows = () => {}, isWanted = () => true }: WaitingOptions,
): Promise<WaitingRows> {
  const special = new Map<string, Set<number>>()
  const sender = createSender(db, id)
  const header = await readBackup(backup, onHeader, async (block) => {
    if (isWanted(block.table)) {
      const places = special.get(block.table) ?? new Set()
      special.set(block.table, places)
      for (const batch of batches(block.tuples)) {
        for (const place of batch.special) places.add(place)
        await sender.add(block.table, batch.json)
      }
    }
    onRows(block)
  })
  await sender.flush()
  return { id, header, special }
}

/** Returns statements that insert the stored rows of a table, and verify their number. */
export function placeRows({ id, special, header }: WaitingRows, table: BackupTable): readonly BackupStatement[] {
  const rows = header.rows[table.name] ?? 0
  return [
    { sql: insertion(table, special.get(table.name) ?? new Set()), values: [id] },
    { sql: counting(table.name, rows), values: [id] },
  ]
}

/** Returns a statement that deletes the stored rows. */
export function forgetRows(id: string): BackupStatement {
  return { sql: `DELETE FROM ${WAITING_ROWS} WHERE "backup" = ?1`, values: [id] }
}

/** Maximum number of characters of rows that are sent at once. */
const AT_ONCE = 2_000_000

function createSender(db: BackupDatabase, id: string) {
  let statements: BackupStatement[] = []
  let size = 0
  const flush = async () => {
    if (statements.length > 0) await db.run(statements)
    statements = []
    size = 0
  }
  return {
    flush,
    async add(table: string, json: string): Promise<void> {
      if (size > 0 && size + json.length > AT_ONCE) await flush()
      const sql = `INSERT INTO ${WAITING_ROWS} ("backup", "name", "rows", "text") VALUES (?1, ?2, 0, ?3)`
      statements.push({ sql, values: [id, table, json] })
      size += json.length
    },
  }
}

function insertion({ name, columns }: BackupTable, special: ReadonlySet<number>): string {
  const values = columns.map((_, at) => valueAt(at, special))
  return sqlText`
    INSERT INTO ${quote(name)} (${columns.map(quote).join(', ')})
    SELECT ${values.join(', ')}
    FROM ${WAITING_ROWS} AS c, json_each(c."text") AS r
    WHERE c."backup" = ?1 AND c."name" = ${literal(name)}
    ORDER BY c."id", r."key"
  `
}

/**
 * Returns a statement that aborts the transaction, by violating a NOT NULL constraint, if a table does not have as many
 * rows as in the backup.
 */
function counting(name: string, rows: number): string {
  return sqlText`
    INSERT INTO ${WAITING_ROWS} ("backup", "name", "rows", "text")
    SELECT ?1, ${literal(name)}, ${rows}, NULL
    WHERE (SELECT count(*) FROM ${quote(name)}) <> ${rows}
  `
}
