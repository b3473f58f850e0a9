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
export async function writeBackup({ database, owner, machine }: Target, file: string): Promise<WrittenBackup> {
  await machine?.run({ kind: 'freeze' }) // a dump takes notes in the database, which nobody has to wait for there
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
 * Place where a backup goes that nobody has named: `backups/`, which git ignores from then on, since backups hold
 * whatever the database does.
 */
export function placeOfBackup(root: string, target: Pick<Target, 'owner'>, now: Date): string {
  return join(folderOfBackups(root), nameOfBackup(target, now))
}

/** The project's folder of backups, which its owner alone may look into, made where it is not there. */
export function folderOfBackups(root: string): string {
  const folder = join(root, 'backups')
  keepFolderPrivate(folder)
  if (!existsSync(join(folder, '.gitignore'))) writeFileSync(join(folder, '.gitignore'), '*\n')
  return folder
}

/** `newsroom-production-20261121T063445123Z.sql.gz`. */
function nameOfBackup({ owner }: Pick<Target, 'owner'>, now: Date): string {
  return `${owner.project}-${owner.environment}-${now.toISOString().replace(/[-:.]/g, '')}.sql.gz`
}
