import fs from 'node:fs'
import { noteRead } from '../load/purity.ts'

/** Functions of `node:fs` that follow the links in a path; those that end in `Sync` come with them. */
const FOLLOWING = ['access', 'cp', 'exists', 'open', 'opendir', 'readFile', 'readdir', 'realpath', 'stat', 'statfs']
const ALONE = ['createReadStream', 'openAsBlob', 'readv', 'watch', 'watchFile']

/**
 * Refuses what lies elsewhere although its path does not say so: the permission model looks at paths, and a link in the
 * project may lead anywhere.
 */
export function denyLinksOut(): void {
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
  if (real === null || process.permission.has('fs.read', real)) return
  noteRead(`Opening ${real} by way of a link`, 'files')
  throw Object.assign(new Error(`${real} is not of the project`), { code: 'ERR_ACCESS_DENIED', resource: real })
}

/** `null` where there is nothing, or where the path itself is refused. */
function realPathOf(path: string | URL | Buffer): string | null {
  try {
    return realPath(path)
  } catch {
    return null
  }
}
