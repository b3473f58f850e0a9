import { WAITING_ROWS } from '../../ground/internal-tables.ts'
import { sqlText } from '../../ground/sql-text.ts'
import {
  BackupError,
  type BackupHeader,
  type BackupStatement,
  createChecksums,
  GENERATIONS,
  ReplaceError,
  readShape,
  replaceDatabase,
  stageRows,
} from '../../runtime/backup/index.ts'
import { uuidv7 } from '../../runtime/common/uuidv7.ts'
import { OWNER_KEY, type Owner } from '../../runtime/migrations/index.ts'
import type { ProjectDatabase } from '../database/project-database.ts'
import { Failure } from '../failure.ts'
import type { Progress } from '../progress.ts'
import { backupFile } from './backup-file.ts'

/** Result of a restore, compared with the contents of the backup. */
export interface Restored {
  readonly header: BackupHeader
  readonly tables: number
  readonly rows: number
}

/** Tells whether a database is empty. Leftovers of an interrupted backup or restore do not count. */
export async function isEmpty(database: ProjectDatabase): Promise<boolean> {
  const { shape } = await readShape(database)
  const tables = shape.tables.filter(({ name }) => name !== WAITING_ROWS)
  return tables.length + shape.virtual.length + shape.later.length === 0
}

export interface RestoreOptions {
  readonly database: ProjectDatabase
  readonly file: string
  /** Owner of the database after the restore. Default: the owner named in the backup. */
  readonly owner?: Owner
  /** Starts to show progress; `rows` is the total number of rows. Default: nothing is shown. */
  readonly startProgress?: (rows: number) => Progress
}

/**
 * Replaces the contents of a database with those of a backup, in one transaction, then reads the rows again and
 * compares them.
 * @throws Failure that says in which state the database is
 */
export async function restoreBackup({ database, file, owner, startProgress }: RestoreOptions): Promise<Restored> {
  const wasEmpty = await isEmpty(database)
  const expected = createChecksums()
  let progress: Progress | undefined
  let done = 0
  const header = await replaceDatabase(database, backupFile(file), {
    last: owner === undefined ? [] : [ownership(owner)],
    onHeader: ({ rows }) => {
      progress = startProgress?.(total(rows))
    },
    onRows({ table, tuples, rows }) {
      expected.add(table, tuples)
      done += rows
      progress?.show(done, table)
    },
  }).catch((error: unknown) => {
    throw failureOf(error)
  })
  progress?.end()
  const apart = [WAITING_ROWS, ...(wasEmpty ? [] : [GENERATIONS]), ...(owner === undefined ? [] : [OWNERS])]
  await requireEqual(database, header, expected.all(), new Set(apart))
  return { header, tables: header.shape.tables.length, rows: total(header.rows) }
}

function total(rows: BackupHeader['rows']): number {
  return Object.values(rows).reduce((sum, count) => sum + count, 0)
}

function failureOf(error: unknown): unknown {
  if (!(error instanceof ReplaceError)) return error
  if (error.cause instanceof BackupError) return new Failure(error.message, { hint: UNCHANGED })
  const { exitCode, message } = error.cause instanceof Failure ? error.cause : { message: error.message }
  return new Failure(message, {
    hint: error.database === 'unchanged' ? UNCHANGED : UNKNOWN,
    ...(exitCode !== undefined && { exitCode }),
  })
}

const UNCHANGED = 'Nothing was restored: the database is as it was before.'
const UNKNOWN =
  'The response was lost: either the whole backup is in the database now, or the database has not changed. `cms migrate status` shows which, once the database can be reached.'

const OWNERS = 'system_state'

function ownership({ project, environment }: Owner): BackupStatement {
  return {
    sql: sqlText`
      INSERT INTO "${OWNERS}" ("key", "value", "updated_at")
      VALUES (?1, ?2, unixepoch() * 1000)
      ON CONFLICT ("key")
      DO UPDATE SET "value" = excluded."value", "updated_at" = excluded."updated_at"
    `,
    values: [OWNER_KEY, JSON.stringify({ project, environment })],
  }
}

/**
 * Requires that the database has the rows of the backup.
 * @param apart tables that differ on purpose
 */
async function requireEqual(
  database: ProjectDatabase,
  { rows: counts, shape }: BackupHeader,
  checksums: Readonly<Record<string, string>>,
  apart: ReadonlySet<string>,
): Promise<void> {
  const staged = await stageRows(database, uuidv7())
  const actual = createChecksums()
  try {
    for await (const { table, text } of staged.chunks()) actual.add(table, text)
  } finally {
    await staged.dispose()
  }
  const sums = actual.all()
  for (const { name } of shape.tables.filter((table) => !apart.has(table.name))) {
    const [count, expected] = [staged.rows.get(name) ?? 0, counts[name] ?? 0]
    if (count !== expected) throw new Failure(`${name} has ${count} rows; the backup has ${expected}.`)
    if (sums[name] !== checksums[name]) throw new Failure(`The rows of ${name} differ from those in the backup.`)
  }
}
