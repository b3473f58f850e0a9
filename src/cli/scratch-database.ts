import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** Database on disk that exists while a command runs, so that memory use does not grow with the data. */
export interface ScratchDatabase {
  readonly db: DatabaseSync
  /** Folder of the database, for other temporary files of the command. */
  readonly folder: string
  /** Closes the database and removes its folder. */
  readonly dispose: () => void
}

/** Creates a scratch database with its tables, in a transaction that never ends: after a crash the data may be lost. */
export function openScratchDatabase(tables: string): ScratchDatabase {
  const folder = mkdtempSync(join(tmpdir(), 'lintel-import-'))
  const db = new DatabaseSync(join(folder, 'scratch.sqlite'))
  db.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -16000;')
  db.exec(tables)
  db.exec('BEGIN')
  return {
    db,
    folder,
    dispose() {
      db.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
