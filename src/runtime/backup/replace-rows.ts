import { WAITING_ROWS } from '../../ground/internal-tables.ts'
import { literal, quote } from '../../ground/sql.ts'
import { t } from '../../messages/translate.ts'
import { uuidv7 } from '../common/uuidv7.ts'
import type { BackupDatabase, BackupStatement } from './database.ts'
import type { BackupHeader } from './dump.ts'
import { BackupError, type BackupText, readHeader } from './read-backup.ts'
import { GENERATIONS } from './replace-database.ts'
import { type BackupShape, type BackupTable, readShape } from './shape.ts'
import { forgetRows, placeRows, type WaitingRows, waitRows } from './wait-rows.ts'

/** Maximum number of rows that can be restored at once, because a transaction of D1 may take at most 30 seconds. */
export const MOST_ROWS = 200_000

/** Outcome of a restore. */
export interface ReplacedRows {
  readonly header: BackupHeader
  readonly tables: number
  readonly rows: number
}

/**
 * Replaces the rows of every table with those of a backup, in one transaction. Before that, the rows are stored in a
 * temporary table of the same database. The schema is not changed, so the backup must have the same schema.
 * @param kept tables whose rows are not changed
 * @throws BackupError for a backup that is damaged, too large, or of another schema; the database is unchanged in that
 * case
 */
export async function replaceRows(
  db: BackupDatabase,
  backup: BackupText,
  kept: ReadonlySet<string>,
): Promise<ReplacedRows> {
  const id = uuidv7()
  const { shape } = await readShape(db)
  const tables = replacedTables(shape, kept)
  const names = new Set(tables.map(({ name }) => name))
  try {
    const waiting = await waitRows(db, backup, {
      id,
      onHeader: (found) => requireFitting(found, shape),
      isWanted: (table) => names.has(table),
    })
    await db.run(await replacement(db, { shape, tables, waiting }))
    const { header } = waiting
    const rows = tables.reduce((sum, { name }) => sum + (header.rows[name] ?? 0), 0)
    return { header, tables: tables.length, rows }
  } catch (error) {
    await db.run([forgetRows(id)]).catch(() => {}) // the next backup deletes what is left
    throw error
  }
}

/** The changes that a restore would make. */
export interface RowsCompared {
  /** Number of rows by table, now and in the backup. */
  readonly tables: readonly { readonly name: string; readonly now: number; readonly backup: number }[]
  /** Reason why the backup cannot be restored; `null` if it can. */
  readonly obstacle: string | null
}

/**
 * Compares the number of rows of a database with that of a backup. Reads only the first line of the backup.
 * @throws BackupError if the text is not a backup
 */
export async function compareRows(
  db: BackupDatabase,
  backup: BackupText,
  kept: ReadonlySet<string>,
): Promise<RowsCompared> {
  const header = await readHeader(backup)
  const { shape } = await readShape(db)
  const names = replacedTables(shape, kept).map(({ name }) => name)
  const counts = names.map((name) => statement(`SELECT count(*) AS "rows" FROM ${quote(name)}`))
  const rows = await db.run<{ rows: number }>(counts)
  const tables = names.map((name, at) => ({ name, now: rows[at]?.[0]?.rows ?? 0, backup: header.rows[name] ?? 0 }))
  return { tables, obstacle: obstacleTo(header, shape) }
}

function replacedTables({ tables }: BackupShape, kept: ReadonlySet<string>): readonly BackupTable[] {
  return tables.filter(({ name }) => name !== WAITING_ROWS && name !== GENERATIONS && !kept.has(name))
}

function requireFitting(header: BackupHeader, shape: BackupShape): void {
  const obstacle = obstacleTo(header, shape)
  if (obstacle !== null) throw new BackupError(obstacle)
}

function obstacleTo(header: BackupHeader, shape: BackupShape): string | null {
  const total = Object.values(header.rows).reduce((sum, count) => sum + count, 0)
  if (total > MOST_ROWS) {
    return t('The backup has {rows} rows, but at most {most} can be restored at once.', {
      rows: total,
      most: MOST_ROWS,
    })
  }
  if (schemaOf(header.shape) === schemaOf(shape)) return null
  return t('The schema of the database has changed since the backup.')
}

/** Returns a schema as text that does not depend on the order of creation. */
function schemaOf({ tables, virtual, filling, indexes, later }: BackupShape): string {
  const ownTables = tables.filter(({ name }) => name !== WAITING_ROWS)
  const texts = [...ownTables, ...virtual].map(({ sql }) => sql)
  return JSON.stringify([...texts, ...filling.map(({ trigger }) => trigger), ...indexes, ...later].toSorted())
}

interface Replacement {
  readonly shape: BackupShape
  /** Tables whose rows are replaced, each after those that it refers to. */
  readonly tables: readonly BackupTable[]
  readonly waiting: WaitingRows
}

/**
 * Returns the statements of the transaction. Triggers are dropped while it runs, because the rows already contain their
 * effects.
 */
async function replacement(db: BackupDatabase, { shape, tables, waiting }: Replacement) {
  const [triggers = []] = await db.run<{ name: string; sql: string }>([
    { sql: `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`, values: [] },
  ])
  const names = new Set(tables.map(({ name }) => name))
  const sequence = waiting.header.sequence.filter(({ name }) => names.has(name))
  return [
    statement('PRAGMA defer_foreign_keys = ON'),
    ...triggers.map(({ name }) => statement(`DROP TRIGGER ${quote(name)}`)),
    ...shape.virtual.map(({ name }) => statement(`INSERT INTO ${quote(name)} (${quote(name)}) VALUES ('delete-all')`)),
    ...tables.toReversed().map(({ name }) => statement(`DELETE FROM ${quote(name)}`)),
    ...tables.flatMap((table) => placeRows(waiting, table)),
    ...shape.filling.map(({ all }) => statement(all)),
    // SQLite also stores sequence numbers of tables that never had rows.
    ...(shape.hasSequence ? [statement(`DELETE FROM sqlite_sequence WHERE name IN (${[...names].map(literal)})`)] : []),
    ...sequence.map(({ name, seq }) =>
      statement(`INSERT INTO sqlite_sequence (name, seq) VALUES (${literal(name)}, ${seq})`),
    ),
    ...triggers.map(({ sql }) => statement(sql)),
    // Invalidates everything that was cached from the old rows.
    statement(`UPDATE "${GENERATIONS}" SET "generation" = "generation" + 1`),
    forgetRows(waiting.id),
  ]
}

function statement(sql: string): BackupStatement {
  return { sql, values: [] }
}
