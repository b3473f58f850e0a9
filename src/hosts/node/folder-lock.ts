import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { LOCK_FILE } from './data-folder.ts'
import { keepFolderPrivate, makeFilePrivate } from './private-files.ts'

/** A data folder that is held. The operating system releases it when the process ends, however it ends. */
export interface FolderLock {
  release(): void
}

/**
 * Holds a data folder together with the other processes of its server.
 * @returns `null` while somebody has it alone
 */
export function shareFolder(folder: string): FolderLock | null {
  return hold(folder, 'BEGIN; SELECT count(*) FROM sqlite_schema', PATIENCE)
}

/**
 * Holds a data folder alone.
 * @returns `null` while a server runs on it
 */
export function takeFolder(folder: string): FolderLock | null {
  return hold(folder, 'BEGIN EXCLUSIVE', 0)
}

/** Tells whether anybody holds a data folder. */
export function isHeld(folder: string): boolean {
  const own = takeFolder(folder)
  own?.release()
  return own === null
}

/** SQLite's own locks, on an empty database beside the real one. */
function hold(folder: string, begin: string, timeout: number): FolderLock | null {
  keepFolderPrivate(folder)
  makeFilePrivate(join(folder, LOCK_FILE))
  const db = new DatabaseSync(join(folder, LOCK_FILE), { timeout })
  try {
    db.exec(begin)
    return { release: () => db.close() }
  } catch (error) {
    db.close()
    if ((error as { readonly errcode?: number }).errcode === SQLITE_BUSY) return null
    throw error
  }
}

/** Time for somebody who only looks whether it is held, in milliseconds. */
const PATIENCE = 1000

const SQLITE_BUSY = 5
