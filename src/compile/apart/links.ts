import fs from 'node:fs'
import { sep } from 'node:path'
import { noteAttempt } from '../load/attempts.ts'
import { packageFolder } from './permissions.ts'

/** Functions of `node:fs` that follow the links in a path, and that have a variant with the suffix `Sync`. */
const FOLLOWING = ['access', 'cp', 'exists', 'open', 'opendir', 'readFile', 'readdir', 'realpath', 'stat', 'statfs']
const ALONE = ['createReadStream', 'openAsBlob', 'readv', 'watch', 'watchFile']

/**
 * Denies access that the permission model allows because it only compares paths: to the targets of links out of the
 * project, and to names in subfolders that begin with a dot.
 */
export function denyHidden(root: string): void {
  roots = [root, packageFolder(root) ?? root]
  for (const name of [...FOLLOWING.flatMap((name) => [name, `${name}Sync`]), ...ALONE]) guard(fs, name)
  for (const name of FOLLOWING) guard(fs.promises, name)
}

function guard(holder: object, name: string): void {
  const original: unknown = Reflect.get(holder, name)
  if (typeof original !== 'function') return
  const guarded = function (this: unknown, ...args: unknown[]) {
    refuseOutside(args[0])
    return Reflect.apply(original, this, args)
  }
  Object.defineProperties(guarded, Object.getOwnPropertyDescriptors(original))
  Object.defineProperty(holder, name, { value: guarded, writable: true, configurable: true, enumerable: true })
}

const { native: realPath } = fs.realpathSync

function refuseOutside(path: unknown): void {
  if (typeof path !== 'string' && !(path instanceof URL) && !Buffer.isBuffer(path)) return
  const real = realPathOf(path)
  if (real === null || (process.permission.has('fs.read', real) && !isHidden(real))) return
  noteAttempt(`Opening ${real}`, 'files')
  throw Object.assign(new Error(`${real} is not part of the project`), { code: 'ERR_ACCESS_DENIED', resource: real })
}

/** Folders of the project and of its package. A path is relative to the first one that contains it. */
let roots: readonly string[] = []

/** Returns whether a part of the path begins with a dot. Installed packages and `.cms` do not count. */
function isHidden(path: string): boolean {
  const root = roots.find((folder) => path.startsWith(folder + sep))
  if (root === undefined || path.includes(`${sep}node_modules${sep}`)) return false
  return /[\\/]\.(?!cms[\\/])/.test(path.slice(root.length))
}

/** Returns the path without links; `null` if nothing exists there, or if the path itself is denied. */
function realPathOf(path: string | URL | Buffer): string | null {
  try {
    return realPath(path)
  } catch {
    return null
  }
}
