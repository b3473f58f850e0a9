import { chmodSync, closeSync, mkdirSync, openSync, statSync } from 'node:fs'

/** Modes of what holds data or secrets: its owner alone reads and writes it. */
export const PRIVATE_FILE = 0o600
export const PRIVATE_FOLDER = 0o700

/** Makes a folder that its owner alone may look into; one that is there becomes such a folder. */
export function keepFolderPrivate(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER })
  restrict(folder, PRIVATE_FOLDER)
}

/** Lets a file's owner alone read it, where it is there. */
export function keepFilePrivate(path: string): void {
  restrict(path, PRIVATE_FILE)
}

/** Makes an empty file that its owner alone may read, where there is none; one that is there becomes such a file. */
export function makeFilePrivate(path: string): void {
  closeSync(openSync(path, 'a', PRIVATE_FILE))
  restrict(path, PRIVATE_FILE)
}

function restrict(path: string, mode: number): void {
  try {
    if ((statSync(path).mode & 0o777 & ~mode) !== 0) chmodSync(path, mode)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    // It is not there; or it is another user's, who decides, and `cms doctor` tells.
    if (code !== 'ENOENT' && code !== 'EPERM' && code !== 'EROFS') throw error
  }
}
