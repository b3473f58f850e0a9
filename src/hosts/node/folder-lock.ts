import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { LOCK_FILE } from './data-folder.ts'
import { keepFolderPrivate, makeFilePrivate } from './private-files.ts'

/** A lock on a data folder. The operating system releases it when the process exits, however it ends. */
export interface FolderLock {
  release(): void
}

/**
 * Takes a shared lock on a data folder, which other processes of the same server can hold as well.
 * @returns `null` if another process has locked it exclusively
 */
export function shareFolder(folder: string): FolderLock | null {
  return hold(folder, 'BEGIN; SELECT count(*) FROM sqlite_schema', PATIENCE)
}

/**
 * Locks a data folder exclusively.
 * @returns `null` while another process has locked it, such as a server
 */
export function takeFolder(folder: string): FolderLock | null {
  return hold(folder, 'BEGIN EXCLUSIVE', 0)
}

/** Tells whether a data folder is locked. */
export function isHeld(folder: string): boolean {
  const lock = takeFolder(folder)
  lock?.release()
  return lock === null
}

/**
 * Takes one of SQLite's locks, on an empty database beside the real one.
 * @param timeout maximum time to wait, in milliseconds
 * @returns `null` if another process holds the lock for longer
 */
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

/** Maximum time, in milliseconds, that a shared lock waits for an exclusive lock, which `isHeld` takes for a moment. */
const PATIENCE = 1000

const SQLITE_BUSY = 5
