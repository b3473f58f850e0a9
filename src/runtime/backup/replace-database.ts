import { WAITING_ROWS } from '../../ground/internal-tables.ts'
import { literal, quote } from '../../ground/sql.ts'
import { uuidv7 } from '../common/uuidv7.ts'
import type { BackupDatabase, BackupStatement } from './database.ts'
import type { BackupHeader } from './dump.ts'
import type { BackupText, RowsBlock } from './read-backup.ts'
import { type BackupShape, type BackupTable, readShape } from './shape.ts'
import { CREATE_WAITING_ROWS } from './stage.ts'
import { forgetRows, placeRows, type WaitingRows, waitRows } from './wait-rows.ts'

/** Thrown if a restore failed. */
export class ReplaceError extends Error {
  override readonly name = 'ReplaceError'
  /**
   * State of the database. `unknown`: the response was lost, and the database could not be checked. Even then, the
   * restore took place either completely or not at all.
   */
  readonly database: 'unchanged' | 'unknown'

  constructor(cause: unknown, database: ReplaceError['database']) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.database = database
  }
}

export interface ReplaceOptions {
  /** Statements that run at the end of the restore's transaction. */
  readonly last?: readonly BackupStatement[]
  /** Called before any rows are stored. */
  readonly onHeader?: (header: BackupHeader) => void
  /** Called with each block of rows after the block has been sent. */
  readonly onRows?: (block: RowsBlock) => void
}

/**
 * Replaces a database with a backup, including the schema. The rows are first stored in a temporary table; then one
 * transaction drops everything and creates it again.
 * @throws ReplaceError with the resulting state of the database
 */
export async function replaceDatabase(
  db: BackupDatabase,
  backup: BackupText,
  { last = [], onHeader = () => {}, onRows = () => {} }: ReplaceOptions = {},
): Promise<BackupHeader> {
  const id = uuidv7()
  const { shape: old } = await readShape(db)
  const clear = () => db.run([isDeclared(old) ? forgetRows(id) : dropping('TABLE', WAITING_ROWS)])
  try {
    await db.run([statement(CREATE_WAITING_ROWS), { sql: MARK, values: [id] }])
    const waiting = await waitRows(db, backup, { id, onHeader, onRows })
    await db.run([...(await replacement(db, old, waiting)), ...last]).catch(async (error: unknown) => {
      if (await isWaiting(db, id)) throw error
    })
    return waiting.header
  } catch (error) {
    if (error instanceof ReplaceError) throw error
    await clear().catch(() => {}) // the next restore deletes the waiting rows
    throw new ReplaceError(error, 'unchanged')
  }
}

/**
 * Inserts a marker row that exists until the restore has taken place, even if the backup has no rows. The row also
 * stores the highest generation number.
 */
const MARK = `INSERT INTO ${WAITING_ROWS} ("backup", "name", "rows", "text") VALUES (?1, '', 0, '')`

/**
 * Tells whether the stored rows still exist, which means that a transaction whose response was lost did not take place.
 * @throws ReplaceError `unknown` if the database does not respond
 */
async function isWaiting(db: BackupDatabase, id: string): Promise<boolean> {
  try {
    const named = statement(`SELECT 1 FROM sqlite_schema WHERE name = ${literal(WAITING_ROWS)}`)
    const [tables = []] = await db.run([named])
    if (tables.length === 0) return false
    const mine = { sql: `SELECT 1 FROM ${WAITING_ROWS} WHERE "backup" = ?1 LIMIT 1`, values: [id] }
    const [rows = []] = await db.run([mine])
    return rows.length > 0
  } catch (error) {
    throw new ReplaceError(error, 'unknown')
  }
}

/**
 * Returns the statements of the transaction. Foreign keys are checked at its end, so that rows can come in any order
 * and tables can refer to each other.
 */
async function replacement(
  db: BackupDatabase,
  old: BackupShape,
  waiting: WaitingRows,
): Promise<readonly BackupStatement[]> {
  const { shape, sequence } = waiting.header
  const tables = withoutWaiting(shape)
  const [unique, others] = [shape.indexes.filter(isUnique), shape.indexes.filter((sql) => !isUnique(sql))]
  const sequences = sequence.map(
    ({ name, seq }) => `INSERT INTO sqlite_sequence (name, seq) VALUES (${literal(name)}, ${seq})`,
  )
  return [
    statement('PRAGMA defer_foreign_keys = ON'),
    ...keepGeneration(old, waiting),
    ...(await removals(db, old)),
    ...[...tables, ...shape.virtual].map(({ sql }) => statement(sql)),
    // A foreign key may refer to a column that is unique only because of an index.
    ...unique.map(statement),
    ...tables.flatMap((table) => placeRows(waiting, table)),
    ...raiseGenerations(old, shape, waiting),
    ...shape.filling.map(({ all }) => statement(all)),
    ...(shape.hasSequence ? ['DELETE FROM sqlite_sequence', ...sequences].map(statement) : []),
    // The temporary table is created if the backup's schema declares it; otherwise it is dropped.
    dropping('TABLE', WAITING_ROWS),
    ...shape.tables.filter(isForWaiting).map(({ sql }) => statement(sql)),
    ...[...others, ...shape.filling.map(({ trigger }) => trigger), ...shape.later].map(statement),
  ]
}

async function removals(db: BackupDatabase, old: BackupShape): Promise<readonly BackupStatement[]> {
  const [views = []] = await db.run<{ name: string }>([statement(`SELECT name FROM sqlite_schema WHERE type = 'view'`)])
  return [
    ...views.map(({ name }) => dropping('VIEW', name)),
    ...[...old.virtual, ...withoutWaiting(old).toReversed()].map(({ name }) => dropping('TABLE', name)),
  ]
}

/**
 * Table of the numbers by which caches recognize outdated entries. The numbers never decrease, whatever a backup
 * contains.
 */
export const GENERATIONS = 'content_generations'

function keepGeneration(old: BackupShape, { id }: WaitingRows): readonly BackupStatement[] {
  const highest = `(SELECT coalesce(max("generation"), 0) FROM "${GENERATIONS}")`
  const sql = `UPDATE ${WAITING_ROWS} SET "rows" = ${highest} WHERE "backup" = ?1 AND "name" = ''`
  return has(old, GENERATIONS) ? [{ sql, values: [id] }] : []
}

function raiseGenerations(old: BackupShape, shape: BackupShape, { id }: WaitingRows): readonly BackupStatement[] {
  const kept = `(SELECT "rows" FROM ${WAITING_ROWS} WHERE "backup" = ?1 AND "name" = '')`
  const sql = `UPDATE "${GENERATIONS}" SET "generation" = max("generation", ${kept}) + 1`
  return has(old, GENERATIONS) && has(shape, GENERATIONS) ? [{ sql, values: [id] }] : []
}

function has({ tables }: BackupShape, table: string): boolean {
  return tables.some(({ name }) => name === table)
}

function isDeclared(shape: BackupShape): boolean {
  return has(shape, WAITING_ROWS)
}

function withoutWaiting({ tables }: BackupShape): readonly BackupTable[] {
  return tables.filter((table) => !isForWaiting(table))
}

function isForWaiting({ name }: { readonly name: string }): boolean {
  return name === WAITING_ROWS
}

function isUnique(index: string): boolean {
  return /^CREATE\s+UNIQUE\s/i.test(index)
}

function dropping(kind: 'VIEW' | 'TABLE', name: string): BackupStatement {
  return statement(`DROP ${kind} ${quote(name)}`)
}

function statement(sql: string): BackupStatement {
  return { sql, values: [] }
}
