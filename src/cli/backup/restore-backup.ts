import { literal, quote } from '../../ground/sql.ts'
import {
  type BackupHeader,
  type BackupShape,
  type BackupStatement,
  type BackupTable,
  CHUNKS,
  createChecksums,
  insertsOf,
  type RowsBlock,
  readBackup,
  readShape,
  stageRows,
  updatesOf,
} from '../../runtime/backup/index.ts'
import { uuidv7 } from '../../runtime/common/uuidv7.ts'
import { type Owner, UNFINISHED_RESTORE } from '../../runtime/migrations/index.ts'
import type { ProjectDatabase } from '../database/project-database.ts'
import { Failure } from '../failure.ts'
import type { Output } from '../output.ts'
import type { Progress } from '../progress.ts'
import { backupFile } from './backup-file.ts'

/** Result of a restore, verified against the contents of the backup. */
export interface Restored {
  readonly header: BackupHeader
  readonly tables: number
  readonly rows: number
}

/** Tells whether anything is in a database. */
export async function isEmpty(database: ProjectDatabase): Promise<boolean> {
  const { shape } = await readShape(database)
  return shape.tables.length + shape.virtual.length + shape.later.length === 0
}

/** A restore that was cut off before its end. */
export interface UnfinishedRestore extends Owner {
  /** The file or key that was given. */
  readonly backup: string
}

/** Remains of an interrupted restore in a database; `null` where none was. */
export async function findUnfinished(database: ProjectDatabase): Promise<UnfinishedRestore | null> {
  const named = `SELECT name FROM sqlite_schema WHERE name = '${UNFINISHED_RESTORE}'`
  const [tables = []] = await database.run([{ sql: named, values: [] }])
  if (tables.length === 0) return null
  const columns = '"project", "environment", "backup"'
  const [rows = []] = await database.run<UnfinishedRestore>([
    { sql: `SELECT ${columns} FROM ${UNFINISHED_RESTORE}`, values: [] },
  ])
  return rows[0] ?? null
}

/**
 * Drops everything in a database and writes down that a restore has begun, in one transaction: from here on the
 * database
 * says itself that it is not whole, to the worker too.
 */
export async function beginRestore(database: ProjectDatabase, restore: UnfinishedRestore): Promise<void> {
  const { shape } = await readShape(database)
  const [views = []] = await database.run<{ name: string }>([
    { sql: `SELECT name FROM sqlite_schema WHERE type = 'view'`, values: [] },
  ])
  const drop = (kind: 'VIEW' | 'TABLE', name: string) => ({ sql: `DROP ${kind} ${quote(name)}`, values: [] })
  await database.run([
    // What refers to what does not matter once all of it is gone.
    { sql: 'PRAGMA defer_foreign_keys = ON', values: [] },
    ...views.map(({ name }) => drop('VIEW', name)),
    ...shape.virtual.map(({ name }) => drop('TABLE', name)),
    ...shape.tables.toReversed().map(({ name }) => drop('TABLE', name)),
    {
      sql: `CREATE TABLE ${UNFINISHED_RESTORE} (project TEXT NOT NULL, environment TEXT NOT NULL, backup TEXT NOT NULL)`,
      values: [],
    },
    {
      sql: `INSERT INTO ${UNFINISHED_RESTORE} VALUES (?1, ?2, ?3)`,
      values: [restore.project, restore.environment, restore.backup],
    },
  ])
}

/**
 * Fills a database in which a restore has begun from a backup, then compares every table with it: rows are counted and
 * summed up again. It was read once before, so that a damaged file is not noticed half way.
 * @throws Failure where the database is not what the backup holds, or does not take it
 */
export async function restoreBackup(
  database: ProjectDatabase,
  file: string,
  output: Pick<Output, 'startProgress'>,
): Promise<Restored> {
  const expected = createChecksums()
  let later: ReadonlyMap<string, readonly string[]> = new Map()
  let tables = new Map<string, BackupTable>()
  const load = createLoader(database, output)
  const header = await readBackup(
    backupFile(file),
    async ({ shape, rows }) => {
      load.expect(Object.values(rows).reduce((sum, count) => sum + count, 0))
      await createTables(database, shape)
      tables = new Map(shape.tables.map((table) => [table.name, table]))
      later = await findForwardReferences(database, shape.tables)
    },
    async (block) => {
      expected.add(block.table, block.tuples)
      await load.rows(block, insertsOf(tableOf(tables, block), block.tuples, later.get(block.table) ?? []))
    },
  )
  await load.flush()
  await setReferences(database, file, tables, later, output)
  await finish(database, header)
  load.end()
  await requireEqual(database, header, expected.all())
  await runAll(database, [`DROP TABLE ${UNFINISHED_RESTORE}`])
  const counts = Object.values(header.rows)
  return { header, tables: header.shape.tables.length, rows: counts.reduce((sum, count) => sum + count, 0) }
}

function tableOf(tables: ReadonlyMap<string, BackupTable>, { table }: RowsBlock): BackupTable {
  const known = tables.get(table)
  if (known) return known
  throw new Failure(`The backup has rows of ${table}, but does not define that table.`)
}

async function createTables(database: ProjectDatabase, shape: BackupShape): Promise<void> {
  const texts = [...shape.tables, ...shape.virtual].map(({ sql }) => sql)
  await runAll(database, [...texts, ...shape.filling.map(({ trigger }) => trigger)])
}

async function finish(database: ProjectDatabase, { shape, sequence }: BackupHeader): Promise<void> {
  for (const sql of shape.indexes) await runAll(database, [sql])
  const sequences = sequence.map(
    ({ name, seq }) => `INSERT INTO sqlite_sequence (name, seq) VALUES (${literal(name)}, ${seq})`,
  )
  await runAll(database, [...(shape.hasSequence ? ['DELETE FROM sqlite_sequence', ...sequences] : []), ...shape.later])
}

async function runAll(database: ProjectDatabase, texts: readonly string[]): Promise<void> {
  if (texts.length > 0) await database.run(texts.map((sql) => ({ sql, values: [] })))
}

/** Columns that refer to their own table, or to one that comes after it: there is a ring of them. */
async function findForwardReferences(database: ProjectDatabase, tables: readonly BackupTable[]) {
  const names = tables.map(({ name }) => name)
  const results = await database.run<{ from: string; table: string }>(
    names.map((name) => ({
      sql: `SELECT "from", "table" FROM pragma_foreign_key_list(${literal(name)})`,
      values: [],
    })),
  )
  const found = names.map((name, index) => {
    const forward = (results[index] ?? []).filter(({ table }) => names.indexOf(table) >= index)
    return [name, forward.map(({ from }) => from)] as const
  })
  return new Map(found.filter(([, columns]) => columns.length > 0))
}

async function setReferences(
  database: ProjectDatabase,
  file: string,
  tables: ReadonlyMap<string, BackupTable>,
  later: ReadonlyMap<string, readonly string[]>,
  output: Pick<Output, 'startProgress'>,
): Promise<void> {
  if (later.size === 0) return
  const load = createLoader(database, output)
  await readBackup(
    backupFile(file),
    () => {},
    async (block) => {
      const columns = later.get(block.table)
      if (columns) await load.rows(block, updatesOf(tableOf(tables, block), block.tuples, columns))
    },
  )
  await load.flush()
}

/** Characters that are sent at once. */
const AT_ONCE = 2_000_000

function createLoader(database: ProjectDatabase, output: Pick<Output, 'startProgress'>) {
  let waiting: BackupStatement[] = []
  let size = 0
  let done = 0
  let progress: Progress | null = null
  const flush = async () => {
    if (waiting.length > 0) await database.run(waiting)
    waiting = []
    size = 0
  }
  return {
    expect: (total: number) => {
      progress = output.startProgress('restore', total)
    },
    async rows({ table, rows }: RowsBlock, statements: Iterable<BackupStatement>): Promise<void> {
      for (const statement of statements) {
        const [json = ''] = statement.values
        if (size > 0 && size + json.length > AT_ONCE) await flush()
        waiting.push(statement)
        size += json.length
      }
      done += rows
      progress?.show(done, table)
    },
    flush,
    end: () => progress?.end(),
  }
}

/** Takes the rows out again as a backup would, and compares. */
async function requireEqual(
  database: ProjectDatabase,
  { rows: wanted, shape }: BackupHeader,
  checksums: Readonly<Record<string, string>>,
): Promise<void> {
  const staged = await stageRows(database, uuidv7())
  const actual = createChecksums()
  try {
    for await (const { table, text } of staged.chunks()) actual.add(table, text)
  } finally {
    await staged.dispose()
  }
  const sums = actual.all()
  for (const { name } of shape.tables.filter((table) => table.name !== CHUNKS)) {
    const [count, expected] = [staged.rows.get(name) ?? 0, wanted[name] ?? 0]
    if (count !== expected) throw new Failure(`${name} has ${count} rows; the backup has ${expected}.`)
    if (sums[name] !== checksums[name]) throw new Failure(`The rows of ${name} differ from those of the backup.`)
  }
}
