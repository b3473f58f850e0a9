import { literal, quote } from '../../ground/sql.ts'
import { uuidv7 } from '../common/uuidv7.ts'
import { t } from '../messages/messages.ts'
import type { BackupDatabase, BackupStatement } from './database.ts'
import type { BackupHeader } from './dump.ts'
import { batches, valueAt } from './load-rows.ts'
import { BackupError, type BackupText, readBackup, readHeader } from './read-backup.ts'
import { type BackupShape, type BackupTable, CHUNKS, readShape } from './shape.ts'

/** Most rows that are put back at once: one transaction of D1 may take 30 seconds. */
export const MOST_ROWS = 200_000

/** Numbers by which caches tell what is out of date: they never fall. */
const GENERATIONS = 'content_generations'

/** Result of a restore. */
export interface ReplacedRows {
  readonly header: BackupHeader
  readonly tables: number
  readonly rows: number
}

/**
 * Replaces the rows of every table by those of a backup, in one transaction: all of them, or none. They wait in a table
 * of the same database until then, and the schema stays, which is why it has to be the backup's.
 * @param kept tables whose rows stay as they are
 * @throws BackupError for a backup that is damaged, too large, or of another schema; nothing has changed then
 */
export async function replaceRows(
  db: BackupDatabase,
  backup: BackupText,
  kept: ReadonlySet<string>,
): Promise<ReplacedRows> {
  const id = uuidv7()
  const { shape } = await readShape(db)
  const tables = replacedTables(shape, kept)
  const special = new Map(tables.map(({ name }) => [name, new Set<number>()]))
  try {
    const waiting = createWaiting(db, id)
    const header = await readBackup(
      backup,
      (found) => requireFitting(found, shape),
      async ({ table, tuples }) => {
        const places = special.get(table)
        if (!places) return
        for (const batch of batches(tuples)) {
          for (const place of batch.special) places.add(place)
          await waiting.add(table, batch.json)
        }
      },
    )
    await waiting.flush()
    await db.run(await replacement(db, { id, shape, tables, special, header }))
    const rows = tables.reduce((sum, { name }) => sum + (header.rows[name] ?? 0), 0)
    return { header, tables: tables.length, rows }
  } catch (error) {
    await db.run([removal(id)]).catch(() => {}) // what is left goes with the next backup
    throw error
  }
}

/** Changes that a restore would make. */
export interface RowsCompared {
  /** Rows by table, now and in the backup. */
  readonly tables: readonly { readonly name: string; readonly now: number; readonly backup: number }[]
  /** Reason why the backup cannot be put back; `null` where it can. */
  readonly obstacle: string | null
}

/**
 * Compares the numbers of rows of a database with those of a backup, of which the first line is read.
 * @throws BackupError for a text that is no backup
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
  return tables.filter(({ name }) => name !== CHUNKS && name !== GENERATIONS && !kept.has(name))
}

function requireFitting(header: BackupHeader, shape: BackupShape): void {
  const obstacle = obstacleTo(header, shape)
  if (obstacle !== null) throw new BackupError(obstacle)
}

function obstacleTo(header: BackupHeader, shape: BackupShape): string | null {
  const total = Object.values(header.rows).reduce((sum, count) => sum + count, 0)
  if (total > MOST_ROWS) {
    return t('The backup has {rows} rows: more than the {most} that are put back at once.', {
      rows: total,
      most: MOST_ROWS,
    })
  }
  if (schemaOf(header.shape) === schemaOf(shape)) return null
  return t('The database has another schema by now than the backup.')
}

/** Text of a schema, whatever the order in which it was made. */
function schemaOf({ tables, virtual, filling, indexes, later }: BackupShape): string {
  const own = tables.filter(({ name }) => name !== CHUNKS)
  const texts = [...own, ...virtual].map(({ sql }) => sql)
  return JSON.stringify([...texts, ...filling.map(({ trigger }) => trigger), ...indexes, ...later].toSorted())
}

/** Characters of rows that are sent at once. */
const AT_ONCE = 2_000_000

function createWaiting(db: BackupDatabase, id: string) {
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
      const sql = `INSERT INTO ${CHUNKS} ("backup", "name", "rows", "text") VALUES (?1, ?2, 0, ?3)`
      statements.push({ sql, values: [id, table, json] })
      size += json.length
    },
  }
}

interface Replacement {
  readonly id: string
  readonly shape: BackupShape
  /** Those whose rows are replaced, each after those that it refers to. */
  readonly tables: readonly BackupTable[]
  /** Places of values that JSON cannot say, by table. */
  readonly special: ReadonlyMap<string, ReadonlySet<number>>
  readonly header: BackupHeader
}

/** The transaction. Triggers are away while it works: what they did is among the rows. */
async function replacement(db: BackupDatabase, { id, shape, tables, special, header }: Replacement) {
  const [triggers = []] = await db.run<{ name: string; sql: string }>([
    { sql: `SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'`, values: [] },
  ])
  const names = new Set(tables.map(({ name }) => name))
  const sequence = header.sequence.filter(({ name }) => names.has(name))
  return [
    statement('PRAGMA defer_foreign_keys = ON'),
    ...triggers.map(({ name }) => statement(`DROP TRIGGER ${quote(name)}`)),
    ...shape.virtual.map(({ name }) => statement(`INSERT INTO ${quote(name)} (${quote(name)}) VALUES ('delete-all')`)),
    ...tables.toReversed().map(({ name }) => statement(`DELETE FROM ${quote(name)}`)),
    ...tables.flatMap((table) => [
      { sql: insertion(table, special.get(table.name) ?? new Set()), values: [id] },
      { sql: counting(table.name, header.rows[table.name] ?? 0), values: [id] },
    ]),
    ...shape.filling.map(({ all }) => statement(all)),
    ...sequence.flatMap(({ name, seq }) => [
      statement(`DELETE FROM sqlite_sequence WHERE name = ${literal(name)}`),
      statement(`INSERT INTO sqlite_sequence (name, seq) VALUES (${literal(name)}, ${seq})`),
    ]),
    ...triggers.map(({ sql }) => statement(sql)),
    // What was cached of the rows before holds no longer.
    statement(`UPDATE "${GENERATIONS}" SET "generation" = "generation" + 1`),
    removal(id),
  ]
}

function statement(sql: string): BackupStatement {
  return { sql, values: [] }
}

function insertion({ name, columns }: BackupTable, special: ReadonlySet<number>): string {
  const values = columns.map((_, at) => valueAt(at, special, 'r.'))
  return `INSERT INTO ${quote(name)} (${columns.map(quote).join(', ')}) SELECT ${values.join(', ')} FROM ${CHUNKS} AS c, json_each(c."text") AS r WHERE c."backup" = ?1 AND c."name" = ${literal(name)} ORDER BY c."id", r."key"`
}

/** Ends the transaction without a change where a table has not as many rows as the backup: a NULL where none may be. */
function counting(name: string, rows: number): string {
  return `INSERT INTO ${CHUNKS} ("backup", "name", "rows", "text") SELECT ?1, ${literal(name)}, ${rows}, NULL WHERE (SELECT count(*) FROM ${quote(name)}) <> ${rows}`
}

function removal(id: string): BackupStatement {
  return { sql: `DELETE FROM ${CHUNKS} WHERE "backup" = ?1`, values: [id] }
}
