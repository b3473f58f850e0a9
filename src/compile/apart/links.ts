import fs from 'node:fs'
import { sep } from 'node:path'
import { noteAttempt } from '../load/attempts.ts'
import { packageFolder } from './permissions.ts'

/** Functions of `node:fs` that follow the links in a path; those that end in `Sync` come with them. */
const FOLLOWING = ['access', 'cp', 'exists', 'open', 'opendir', 'readFile', 'readdir', 'realpath', 'stat', 'statfs']
const ALONE = ['createReadStream', 'openAsBlob', 'readv', 'watch', 'watchFile']

/**
 * Refuses what the permission model takes for a part of the project, since it looks at paths alone: what a link leads to,
 * and what begins with a dot further down.
 */
export function denyHidden(root: string): void {
  roots = [root, packageFolder(root) ?? root]
  for (const name of [...FOLLOWING.flatMap((name) => [name, `${name}Sync`]), ...ALONE]) guard(fs, name)
  for (const name of FOLLOWING) guard(fs.promises, name)
}

function guard(holder: object, name: string): void {
  const original: unknown = Reflect.get(holder, name)
  if (typeof original !== 'function') return
  const guarded = function (this: unknown, ...given: unknown[]) {
    refuseOutside(given[0])
    return Reflect.apply(original, this, given)
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
  throw Object.assign(new Error(`${real} is not of the project`), { code: 'ERR_ACCESS_DENIED', resource: real })
}

/** The project, and its package; a path counts from the first that it lies in. */
let roots: readonly string[] = []

/** Folders of packages, and the generated program, may be named so. */
function isHidden(path: string): boolean {
  const root = roots.find((folder) => path.startsWith(folder + sep))
  if (root === undefined || path.includes(`${sep}node_modules${sep}`)) return false
  return /[\\/]\.(?!cms[\\/])/.test(path.slice(root.length))
}

/** `null` where there is nothing, or where the path itself is refused. */
function realPathOf(path: string | URL | Buffer): string | null {
  try {
    return realPath(path)
  } catch {
    return null
  }
}
