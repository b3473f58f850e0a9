import { readdirSync, realpathSync, statSync } from 'node:fs'
import { basename, extname, join, sep } from 'node:path'
import { fileFailure } from './source-failure.ts'

/** File that contains the records of one kind, and is named after it. */
export interface KindFile {
  readonly kind: string
  readonly name: string
  readonly path: string
}

/**
 * Lists the files at a path: the file itself, or the files with these extensions directly in a folder, ordered by name.
 * Links that lead out of the folder are ignored.
 */
export function kindFiles(path: string, endings: readonly string[]): readonly KindFile[] {
  const names = isFolder(path)
    ? readdirSync(path, { withFileTypes: true })
        .filter((entry) => hasEnding(entry.name, endings))
        .filter((entry) => !entry.isSymbolicLink() || fileWithin(path, entry.name) !== null)
        .map(({ name }) => name)
        .sort()
    : [null]
  return names.map((name) => {
    const file = name === null ? path : join(path, name)
    return { kind: basename(file, extname(file)), name: basename(file), path: file }
  })
}

export function hasEnding(path: string, endings: readonly string[]): boolean {
  return endings.includes(extname(path).toLowerCase())
}

/**
 * Tells whether a path is a folder.
 * @throws Failure if the path does not exist
 */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch (error) {
    throw fileFailure(path, error)
  }
}

/** Returns a relative path with slashes that cannot lead out of its folder; `''` if nothing is left of it. */
export function safePath(path: string): string {
  return path
    .split(/[/\\]/)
    .filter((part) => part !== '' && part !== '.' && part !== '..' && !/^[A-Za-z]:$/.test(part))
    .join('/')
}

/** Returns the real path of a file below a folder; `null` if there is none, or a link leads out of the folder. */
export function fileWithin(root: string, place: string): string | null {
  try {
    const real = realpathSync(join(root, place))
    return real.startsWith(realpathSync(root) + sep) && statSync(real).isFile() ? real : null
  } catch {
    return null // nothing exists there
  }
}
