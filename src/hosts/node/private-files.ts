import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs'

/** Modes of files and folders with data or secrets: only the owner may read and write them. */
export const PRIVATE_FILE = 0o600
export const PRIVATE_FOLDER = 0o700

/** Creates a folder that only its owner may access, or restricts an existing one. */
export function keepFolderPrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER })
  restrict(folder, PRIVATE_FOLDER)
}

/** Restricts a file to its owner, if it exists. */
export function keepFilePrivate(path: string): void {
  restrict(path, PRIVATE_FILE)
}

/** Creates an empty file that only its owner may read, or restricts an existing one. */
export function makeFilePrivate(path: string): void {
  closeSync(openSync(path, 'a', PRIVATE_FILE))
  restrict(path, PRIVATE_FILE)
}

function restrict(path: string, mode: number): void {
  try {
    if ((statSync(path).mode & 0o777 & ~mode) !== 0) chmodSync(path, mode)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // The file does not exist, is on a read-only file system, or belongs to another user, which `cms doctor` reports.
    if (code !== 'ENOENT' && code !== 'EPERM' && code !== 'EROFS') throw error
  }
}
