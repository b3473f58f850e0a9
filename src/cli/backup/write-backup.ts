import { createWriteStream, existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { keepFolderPrivate, PRIVATE_FILE, PRIVATE_FOLDER } from '../../hosts/node/private-files.ts'
import { beginDump } from '../../runtime/backup/index.ts'
import type { Target } from '../target/with-target.ts'

/** A backup that was written to a file. */
export interface WrittenBackup {
  /** Absolute path of the file. */
  readonly file: string
  /** Size of the file, in bytes. */
  readonly size: number
  /** Moment whose state the backup holds: ISO 8601, UTC. */
  readonly createdAt: string
  readonly tables: number
  readonly rows: number
}

/**
 * Writes a database, in the state of one moment, into a file: SQL, compressed if the name of the file ends with `.gz`.
 * The file appears under its name only when it is complete.
 * @param file absolute path
 */
export async function writeBackup({ database, owner, machine }: Target, file: string): Promise<WrittenBackup> {
  await machine?.run({ kind: 'freeze' }) // a dump writes its notes into the database; on a copy, they delay no request
  const dump = await beginDump(database, owner, Date.now())
  const partial = `${file}.partial`
  try {
    mkdirSync(dirname(file), { recursive: true, mode: PRIVATE_FOLDER })
    const compressed = file.endsWith('.gz') ? createGzip() : new PassThrough()
    await pipeline(
      Readable.from(dump.text(), { objectMode: true }),
      compressed,
      createWriteStream(partial, { mode: PRIVATE_FILE }),
    )
    renameSync(partial, file)
    const { createdAt, tables, rows } = dump
    return { file, size: statSync(file).size, createdAt, tables, rows }
  } finally {
    rmSync(partial, { force: true })
    await dump.dispose()
    await machine?.run({ kind: 'thaw' })
  }
}

/**
 * Returns the default path of a backup, in `backups/`. Creates that folder if it is missing, and makes git ignore it,
 * because a backup contains everything that is in the database.
 */
export function placeOfBackup(root: string, target: Pick<Target, 'owner'>, now: Date): string {
  return join(folderOfBackups(root), nameOfBackup(target, now))
}

/** Returns the project's folder of backups, which only its owner may read. Creates it if it is missing. */
export function folderOfBackups(root: string): string {
  const folder = join(root, 'backups')
  keepFolderPrivate(folder)
  if (!existsSync(join(folder, '.gitignore'))) writeFileSync(join(folder, '.gitignore'), '*\n')
  return folder
}

/** Returns the file name of a backup: `newsroom-production-20261121T063445123Z.sql.gz`. */
function nameOfBackup({ owner }: Pick<Target, 'owner'>, now: Date): string {
  return `${owner.project}-${owner.environment}-${now.toISOString().replace(/[-:.]/g, '')}.sql.gz`
}
