import { createHash } from 'node:crypto'
import { literal, quote } from '../../ground/sql.ts'
import { uuidv7 } from '../common/uuidv7.ts'
import type { BackupDatabase } from './database.ts'
import type { BackupShape } from './shape.ts'
import { type Staged, stageRows } from './stage.ts'

/** Version of the backup format. */
export const BACKUP_FORMAT = 1
/** Prefixes of lines that a restore reads. For SQLite, the lines are comments. */
export const HEADER_LINE = '-- lintel-backup '
export const ROWS_LINE = '-- lintel-rows '
export const FOOTER_LINE = '-- lintel-checksums '

/** The service to which the rows in a backup belong. */
export interface BackupOrigin {
  readonly project: string
  readonly environment: string
}

/** First line of a backup: everything needed to recreate the database except its rows. */
export interface BackupHeader extends BackupOrigin {
  readonly format: typeof BACKUP_FORMAT
  /** Time of the backup's state: ISO 8601, UTC. */
  readonly createdAt: string
  readonly shape: BackupShape
  readonly rows: Readonly<Record<string, number>>
  readonly sequence: Staged['sequence']
}

/**
 * Last line of a backup: for each table with rows, the SHA-256 of its rows as SQL tuples, separated by a comma and a
 * line break.
 */
export interface BackupFooter {
  readonly checksums: Readonly<Record<string, string>>
}

/** A backup in progress. */
export interface Dump {
  readonly createdAt: string
  readonly tables: number
  readonly rows: number
  /** Yields SQL from which `sqlite3` creates the database. */
  text(): AsyncGenerator<string>
  /** Removes the stored rows, whether or not the text was read. */
  dispose(): Promise<void>
}

/**
 * Begins a backup that contains the current state of the database.
 * @param now milliseconds since the epoch
 */
export async function beginDump(db: BackupDatabase, origin: BackupOrigin, now: number): Promise<Dump> {
  const staged = await stageRows(db, uuidv7())
  const createdAt = new Date(now).toISOString()
  const header: BackupHeader = {
    format: BACKUP_FORMAT,
    ...origin,
    createdAt,
    shape: staged.shape,
    rows: Object.fromEntries(staged.rows),
    sequence: staged.sequence,
  }
  return {
    createdAt,
    tables: staged.shape.tables.length,
    rows: [...staged.rows.values()].reduce((sum, count) => sum + count, 0),
    text: () => writeText(header, staged),
    dispose: staged.dispose,
  }
}

async function* writeText(header: BackupHeader, staged: Staged): AsyncGenerator<string> {
  const { shape } = header
  yield `${HEADER_LINE}${JSON.stringify(header)}\n`
  yield 'PRAGMA foreign_keys=OFF;\nBEGIN TRANSACTION;\n'
  yield statements(shape.tables.map(({ sql }) => sql))
  const checksums = createChecksums()
  const columns = new Map(shape.tables.map((table) => [table.name, table.columns.map(quote).join(', ')]))
  for await (const { table, rows, text } of staged.chunks()) {
    checksums.add(table, text)
    // With the length, a reader can take the SQL as a whole, whatever values it contains.
    yield `${ROWS_LINE}${JSON.stringify({ table, rows, length: text.length })}\n`
    yield `INSERT INTO ${quote(table)} (${columns.get(table)}) VALUES\n${text};\n`
  }
  if (shape.hasSequence) yield sequenceText(staged.sequence)
  yield statements(shape.indexes)
  // If SQLite is too old for full-text indexes, everything else has been committed at this point.
  yield 'COMMIT;\nBEGIN TRANSACTION;\n'
  yield statements(shape.virtual.map(({ sql }) => sql))
  yield statements(shape.filling.flatMap(({ trigger, all }) => [all, trigger]))
  yield statements(shape.later)
  yield 'COMMIT;\n'
  const footer: BackupFooter = { checksums: checksums.all() }
  yield `${FOOTER_LINE}${JSON.stringify(footer)}\n`
}

function statements(texts: readonly string[]): string {
  return texts.map((sql) => `${sql};\n`).join('')
}

function sequenceText(sequence: Staged['sequence']): string {
  const rows = sequence.map(
    ({ name, seq }) => `INSERT INTO sqlite_sequence (name, seq) VALUES (${literal(name)}, ${seq});\n`,
  )
  return `DELETE FROM sqlite_sequence;\n${rows.join('')}`
}

/** Computes checksums of tables from pieces of any length. */
export function createChecksums() {
  const hashes = new Map<string, ReturnType<typeof createHash>>()
  return {
    add(table: string, tuples: string): void {
      const known = hashes.get(table)
      if (known) known.update(',\n')
      const hash = known ?? createHash('sha256')
      hash.update(tuples)
      hashes.set(table, hash)
    },
    /** Returns the checksums in hex, by table. A table without rows has none. */
    all: (): Readonly<Record<string, string>> =>
      Object.fromEntries([...hashes].map(([table, hash]) => [table, hash.digest('hex')])),
  }
}
