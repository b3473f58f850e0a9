import { WAITING_ROWS } from '../../ground/internal-tables.ts'
import { literal, quote } from '../../ground/sql.ts'
import { sqlText } from '../../ground/sql-text.ts'
import type { BackupDatabase, BackupStatement } from './database.ts'
import { type BackupShape, type BackupTable, readShape, SCHEMA, schemaText } from './shape.ts'

/** Copy of all rows of a database at one moment, as SQL, in a temporary table of that database. */
export interface Staged {
  readonly shape: BackupShape
  /** Number of rows by table. */
  readonly rows: ReadonlyMap<string, number>
  /** The rows of `sqlite_sequence`. */
  readonly sequence: readonly { readonly name: string; readonly seq: number }[]
  /** Yields rows as SQL tuples, separated by a comma and a line break. Yielded rows are deleted. */
  chunks(): AsyncGenerator<Chunk>
  /** Deletes the remaining rows. */
  dispose(): Promise<void>
}

export interface Chunk {
  readonly table: string
  readonly rows: number
  readonly text: string
}

/**
 * Maximum number of characters of SQL in a chunk. With quoting, a chunk stays far below the 2 MB that D1 accepts as a
 * value.
 */
const PIECE = 300_000
const MAX_ROWS = 1000
const ATTEMPTS = 4
/** Age at which rows of an interrupted backup are deleted, in milliseconds. */
const STALE = 3_600_000

/**
 * Copies every row into a temporary table of the same database, in one transaction, so that reading the copy yields one
 * consistent state, whatever is written in the meantime.
 * @param id identifies the backup: a UUIDv7
 * @throws Error if the database refuses, for example because the schema keeps changing
 */
export async function stageRows(db: BackupDatabase, id: string): Promise<Staged> {
  for (let attempt = 1; ; attempt += 1) {
    const { shape: found, text } = await readShape(db)
    const wasThere = found.tables.some(({ name }) => name === WAITING_ROWS)
    const shape = { ...found, tables: found.tables.filter(({ name }) => name !== WAITING_ROWS) }
    const sizes = await measure(db, shape.tables)
    const statements = shape.tables.map((table, index) => stage(table, rowsAtOnce(sizes[index] ?? 0, attempt), id))
    try {
      const results = await db.run<Record<string, unknown>>([
        { sql: CREATE_WAITING_ROWS, values: [] },
        { sql: `DELETE FROM ${WAITING_ROWS} WHERE "backup" < ?1`, values: [staleBefore(id)] },
        ...statements,
        { sql: COUNTS, values: [id] },
        { sql: SCHEMA, values: [] },
        { sql: shape.hasSequence ? `SELECT name, seq FROM sqlite_sequence` : 'SELECT 1 WHERE 0', values: [] },
      ])
      const [counts, entries, sequence] = results.slice(-3) as [unknown, unknown, unknown] as [
        { name: string; rows: number }[],
        Parameters<typeof schemaText>[0],
        Staged['sequence'],
      ] // the result of the last three statements
      const dispose = () => remove(db, id, wasThere)
      if (schemaText(entries) === text) {
        const rows = new Map(shape.tables.map(({ name }) => [name, 0]))
        for (const { name, rows: count } of counts) rows.set(name, count)
        const kept = sequence.filter(({ name }) => rows.has(name))
        return { shape: withChunks(shape, found), rows, sequence: kept, chunks: () => take(db, id), dispose }
      }
      await dispose()
      if (attempt === ATTEMPTS) throw new Error('the schema changed while the backup was being made')
    } catch (error) {
      if (attempt < ATTEMPTS && isTooBig(error)) continue
      // The transaction may have succeeded although its response was lost.
      await remove(db, id, wasThere).catch(() => {})
      throw error
    }
  }
}

/** Adds the temporary table to the schema, if the schema declares it. */
function withChunks(shape: BackupShape, found: BackupShape): BackupShape {
  const chunks = found.tables.filter(({ name }) => name === WAITING_ROWS)
  return { ...shape, tables: [...shape.tables, ...chunks] }
}

/** Creates the temporary table if it does not exist. */
export const CREATE_WAITING_ROWS = sqlText`
  CREATE TABLE IF NOT EXISTS ${WAITING_ROWS} ("id" INTEGER PRIMARY KEY NOT NULL, "backup" TEXT NOT NULL, "name" TEXT NOT NULL, "rows" INTEGER NOT NULL, "text" TEXT NOT NULL)
`
const COUNTS = `SELECT "name", sum("rows") AS "rows" FROM ${WAITING_ROWS} WHERE "backup" = ?1 GROUP BY 1`

/** Returns the approximate size of each table's largest row, in characters. */
async function measure(db: BackupDatabase, tables: readonly BackupTable[]): Promise<readonly number[]> {
  if (tables.length === 0) return []
  const results = await db.run<{ size: number | null }>(
    tables.map(({ name, columns }) => {
      const lengths = columns.map((column) => `coalesce(length(${quote(column)}), 4)`)
      return { sql: `SELECT max(${grouped(lengths, '+')}) AS "size" FROM ${quote(name)}`, values: [] }
    }),
  )
  return results.map(([row], index) => (row?.size ?? 0) + 4 * (tables[index]?.columns.length ?? 0))
}

function rowsAtOnce(size: number, attempt: number): number {
  const count = Math.floor(PIECE / 8 ** (attempt - 1) / Math.max(size, 1))
  return Math.min(Math.max(count, 1), MAX_ROWS)
}

/**
 * Returns the statement that copies a table in chunks of `count` rows, in the order of the key. The statement first
 * finds where each chunk begins, so that each chunk is one range of the key.
 */
function stage({ name, columns, keys }: BackupTable, count: number, id: string): BackupStatement {
  const table = quote(name)
  const key = keys.map(quote)
  const starts = key.map((column, index) => `${column} AS "start ${index}"`)
  const from = keys.map((_, index) => `b."start ${index}"`)
  const range = `FROM ${table} WHERE (${key.join(', ')}) >= (${from.join(', ')}) ORDER BY ${key.join(', ')} LIMIT ${count}`
  const tuple = grouped(
    [`'('`, ...columns.flatMap((column, at) => [...(at > 0 ? [`','`] : []), asLiteral(column)]), `')'`],
    '||',
  )
  const sql = `INSERT INTO ${WAITING_ROWS} ("backup", "name", "rows", "text")
SELECT ?1, ${literal(name)}, (SELECT count(*) FROM (SELECT 1 ${range})), (SELECT group_concat("tuple", ',' || char(10)) FROM (SELECT ${tuple} AS "tuple" ${range}))
FROM (SELECT ${starts.join(', ')}, row_number() OVER (ORDER BY ${key.join(', ')}) AS "number" FROM ${table}) AS b
WHERE (b."number" - 1) % ${count} = 0 ORDER BY b."number"`
  return { sql, values: [id] }
}

/** Returns SQL of a column's value as a literal. SQLite's `quote` would truncate text at a NUL character. */
function asLiteral(column: string): string {
  const name = quote(column)
  const holdsNul = `typeof(${name}) = 'text' AND instr(${name}, char(0)) > 0`
  return `CASE WHEN ${holdsNul} THEN 'CAST(X''' || hex(${name}) || ''' AS TEXT)' ELSE quote(${name}) END`
}

/** Groups the parts of an expression, because D1 limits its depth to 100. */
function grouped(parts: readonly string[], operator: string): string {
  if (parts.length <= WIDTH) return parts.join(` ${operator} `)
  const groups = Array.from({ length: Math.ceil(parts.length / WIDTH) }, (_, index) =>
    parts.slice(index * WIDTH, (index + 1) * WIDTH),
  )
  return grouped(
    groups.map((group) => `(${group.join(` ${operator} `)})`),
    operator,
  )
}

const WIDTH = 12

/** Number of chunks that are read at once. */
const AT_ONCE = 8

async function* take(db: BackupDatabase, id: string): AsyncGenerator<Chunk> {
  for (let last = '0'; ; ) {
    const [, rows = []] = await db.run<{ id: number; name: string; rows: number; text: string }>([
      { sql: `DELETE FROM ${WAITING_ROWS} WHERE "id" <= CAST(?2 AS INTEGER) AND "backup" = ?1`, values: [id, last] },
      {
        sql: sqlText`
          SELECT "id", "name", "rows", "text"
          FROM ${WAITING_ROWS}
          WHERE "backup" = ?1 AND "id" > CAST(?2 AS INTEGER)
          ORDER BY "id" LIMIT ${AT_ONCE}
        `,
        values: [id, last],
      },
    ])
    for (const { name, rows: count, text } of rows) yield { table: name, rows: count, text }
    if (rows.length === 0) return
    last = String(rows.at(-1)?.id)
  }
}

/** Deletes the rows of a backup or, if the schema does not declare the table, the whole table. */
async function remove(db: BackupDatabase, id: string, isDeclared: boolean): Promise<void> {
  const sql = isDeclared ? `DELETE FROM ${WAITING_ROWS} WHERE "backup" = ?1` : `DROP TABLE IF EXISTS ${WAITING_ROWS}`
  await db.run([{ sql, values: isDeclared ? [id] : [] }])
}

/** Returns the beginning of the smallest id that is not stale. A UUIDv7 begins with its time of creation. */
function staleBefore(id: string): string {
  const time = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) - STALE
  const hex = time.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

function isTooBig(error: unknown): boolean {
  return error instanceof Error && /too big|TOOBIG/i.test(error.message)
}
