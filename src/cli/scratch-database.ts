import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** A database on disk for the length of a command, so that memory stays flat however much there is. */
export interface ScratchDatabase {
  readonly db: DatabaseSync
  /** Folder that goes with it, for files that last as long. */
  readonly folder: string
  /** Closes it and removes its folder. */
  readonly dispose: () => void
}

/** Opens one with its tables, in a transaction that never ends: a crash may lose it. */
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
