import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { LOCK_FILE } from './data-folder.ts'

/** A data folder that is held. The operating system releases it when the process ends, however it ends. */
export interface FolderLock {
  release(): void
}

/**
 * Holds a data folder together with the other processes of its server.
 * @returns `null` while somebody has it alone
 */
export function shareFolder(folder: string): FolderLock | null {
  return hold(folder, 'BEGIN; SELECT count(*) FROM sqlite_schema')
}

/**
 * Holds a data folder alone.
 * @returns `null` while a server runs on it
 */
export function takeFolder(folder: string): FolderLock | null {
  return hold(folder, 'BEGIN EXCLUSIVE')
}

/** SQLite's own locks, on an empty database beside the real one. */
function hold(folder: string, begin: string): FolderLock | null {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const db = new DatabaseSync(join(folder, LOCK_FILE), { timeout: 0 })
  try {
    db.exec(begin)
    return { release: () => db.close() }
  } catch (error) {
    db.close()
    if ((error as { readonly errcode?: number }).errcode === SQLITE_BUSY) return null
    throw error
  }
}

const SQLITE_BUSY = 5
