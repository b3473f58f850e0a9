import { lstatSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, relative, sep } from 'node:path'
import type { FileChange } from './plan-edit.ts'
import { EditRefused } from './refusal.ts'

/**
 * Checks that an edit stays in the project. Every edit of files uses it: none may write outside the project's folder,
 * through a link, into packages, or into hidden files.
 * @throws EditRefused
 */
export function requireInside(root: string, changes: readonly Pick<FileChange, 'path'>[]): void {
  for (const { path } of changes) {
    const reason = obstacle(realpathSync(root), path)
    if (reason !== null) throw new EditRefused('outside', `${path} ${reason}, so it cannot be edited from here.`, path)
  }
}

function obstacle(root: string, path: string): string | null {
  const parts = path.split('/')
  if (isAbsolute(path) || parts.includes('..')) return 'is outside the project'
  if (parts.includes('node_modules')) return 'belongs to a package'
  if (parts.some((part) => part.startsWith('.'))) return 'is not a file of the project’s source'
  const target = join(root, path)
  if (isLink(target)) return 'is a link to another file'
  return isWithin(root, realFolder(dirname(target))) ? null : 'is behind a link that leads out of the project'
}

function isLink(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() ?? false
}

/** Returns the real path of the nearest existing folder; those below it will be created. */
function realFolder(folder: string): string {
  return lstatSync(folder, { throwIfNoEntry: false }) ? realpathSync(folder) : realFolder(dirname(folder))
}

function isWithin(root: string, folder: string): boolean {
  const way = relative(root, folder)
  return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
}
