import { createWriteStream, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { beginDump } from '../../runtime/backup/index.ts'
import type { Target } from '../target/with-target.ts'

/** A backup that was written to a file. */
export interface WrittenBackup {
  /** Absolute. */
  readonly file: string
  /** In bytes. */
  readonly size: number
  /** The moment of which it is: ISO 8601, UTC. */
  readonly createdAt: string
  readonly tables: number
  readonly rows: number
}

/**
 * Writes a database, as it is at one moment, into a file: SQL, compressed where its name ends with `.gz`. The file is
 * there once it is whole.
 * @param file absolute
 */
export async function writeBackup({ database, owner }: Target, file: string): Promise<WrittenBackup> {
  const dump = await beginDump(database, owner, Date.now())
  const partial = `${file}.partial`
  try {
    mkdirSync(dirname(file), { recursive: true })
    const compressed = file.endsWith('.gz') ? createGzip() : new PassThrough()
    await pipeline(Readable.from(dump.text(), { objectMode: true }), compressed, createWriteStream(partial))
    renameSync(partial, file)
    const { createdAt, tables, rows } = dump
    return { file, size: statSync(file).size, createdAt, tables, rows }
  } finally {
    rmSync(partial, { force: true })
    await dump.dispose()
  }
}

/** What a backup is called that nobody has named: `newsroom-production-20261121T063445123Z.sql.gz`. */
export function nameOfBackup({ owner }: Target, now: Date): string {
  return `${owner.project}-${owner.environment}-${now.toISOString().replace(/[-:.]/g, '')}.sql.gz`
}
