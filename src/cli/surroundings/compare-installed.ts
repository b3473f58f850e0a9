import { existsSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { Change } from '../../compile/review/change.ts'
import { listedInPart } from '../../compile/review/fold-access.ts'
import type { LockedPackage } from '../../compile/surroundings/locks/locked-package.ts'
import { readNpmLock } from '../../compile/surroundings/locks/npm-lock.ts'
import { parseText } from '../../compile/surroundings/read/parse.ts'
import type { Table } from '../../compile/table.ts'
import { readText } from '../../compile/write-outputs.ts'
import { type Base, readAtCommit } from '../git.ts'

const LOCK = 'package-lock.json'
/** npm's own record of what it has installed. */
const INSTALLED = 'node_modules/.package-lock.json'

/**
 * Reports packages whose entry in `package-lock.json` differs from the base and does not match `node_modules`. The
 * config is evaluated, and the bundle is made, with the packages in `node_modules`.
 */
export function compareInstalled(root: string, base: Base): readonly Change[] {
  const folder = folderWith(root)
  if (folder === null) return []
  const path = relative(root, join(folder, LOCK)).replaceAll('\\', '/')
  const [before, after] = [readAtCommit(root, base, path), readText(join(folder, LOCK))].map(packagesIn)
  const installed = packagesIn(readText(join(folder, INSTALLED)))
  const differing = [...(after ?? [])].flatMap(([place, locked]) => {
    if (isSame(before?.get(place), locked)) return []
    const found = installed?.get(place) ?? describedAt(join(folder, place))
    return found !== null && isSame(found, locked) ? [] : [describe(locked, found)]
  })
  if (differing.length === 0) return []
  const message = `${path}: node_modules does not have the packages of this file: ${listedInPart(differing)}`
  const notes = ['this review was made with the installed ones: run `npm ci` and repeat it']
  return [{ class: 'caution', kind: 'lock-not-installed', subject: path, message, notes, source: path }]
}

/**
 * Returns the nearest folder with a lock file, from the project up to the root of its repository; `null` if none has
 * one.
 */
function folderWith(root: string): string | null {
  for (let folder = root; ; folder = dirname(folder)) {
    if (existsSync(join(folder, LOCK))) return folder
    if (existsSync(join(folder, '.git')) || folder === dirname(folder)) return null
  }
}

type Package = Pick<LockedPackage, 'name' | 'version' | 'integrity'>

function packagesIn(text: string | null): ReadonlyMap<string, Package> | null {
  const table = tableIn(text)
  return table && new Map(readNpmLock(table).packages.map((found) => [found.place, found]))
}

/** Returns a package as its own `package.json` describes it, without a hash; `null` if it is not installed. */
function describedAt(folder: string): Package | null {
  const { name, version } = tableIn(readText(join(folder, 'package.json'))) ?? {}
  return typeof name === 'string' && typeof version === 'string' ? { name, version, integrity: null } : null
}

function tableIn(text: string | null): Table | null {
  const parsed = text === null ? null : parseText('json', text)
  return parsed && 'content' in parsed ? parsed.content : null
}

/** Tells whether two packages have the same version and, if both hashes are known, the same contents. */
function isSame(a: Package | undefined, b: Package): boolean {
  if (a?.version !== b.version) return false
  return a.integrity === null || b.integrity === null || a.integrity === b.integrity
}

function describe({ name, version }: Package, found: Package | null): string {
  if (found === null) return `${name} ${version} is not installed`
  return found.version === version
    ? `${name} ${version} is installed with other contents`
    : `${name} is ${found.version} instead of ${version}`
}
