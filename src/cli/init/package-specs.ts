import { existsSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, posix, resolve } from 'node:path'
import { testedVersion } from '../../compile/tools.ts'
import { Failure } from '../failure.ts'
import { packageVersion } from '../version.ts'

const FILE = 'file:'

/**
 * Returns the version or source of a package for a `package.json`; `below` is the number of folders between the
 * project's folder and that file.
 */
export type SpecOf = (name: string, below: number) => string

/**
 * Returns a function that finds the version or source of each package of a new project. The client comes from the same
 * source as this package; all other packages have the version with which this package was tested.
 * @param lintel version or source of this package
 * @param folder folder of the project
 */
export function packageSpecs(lintel: string, folder: string): SpecOf {
  return (name, below) => {
    if (name === 'lintel') return seenFrom(lintel, below)
    return name === '@lintel/client' ? seenFrom(clientBeside(lintel, folder), below) : testedVersion(name)
  }
}

/**
 * Returns the source of the client: the archive in the same folder as the archive `lintel`, under the name that `npm
 * pack` gives it. If `lintel` is not an archive, returns the version of this package.
 * @throws Failure if there is no archive of the client
 */
function clientBeside(lintel: string, folder: string): string {
  if (!lintel.startsWith(FILE) || !lintel.endsWith('.tgz')) return packageVersion()
  const path = lintel.slice(FILE.length)
  const file = basename(path).replace(/^lintel\b/, 'lintel-client')
  if (existsSync(resolve(folder, dirname(path), file))) return `${FILE}${posix.join(dirname(path), file)}`
  throw new Failure(`This template also needs @lintel/client, but ${join(dirname(path), file)} does not exist.`, {
    hint: 'Put the client beside the lintel package, or name a version that your registry has: --lintel 0.2.0',
  })
}

/** Converts a path relative to the project's folder to one relative to a folder below it. */
function seenFrom(spec: string, below: number): string {
  const path = spec.slice(FILE.length)
  if (!spec.startsWith(FILE) || isAbsolute(path)) return spec
  return `${FILE}${'../'.repeat(below)}${path.replace(/^\.\//, '')}`
}
