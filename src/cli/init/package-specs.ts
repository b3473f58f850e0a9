import { existsSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, posix, resolve } from 'node:path'
import { Failure } from '../failure.ts'
import { testedVersion } from '../tools.ts'
import { packageVersion } from '../version.ts'

const FILE = 'file:'

/** Gives the version or source that a `package.json` asks for, by the name of a package; `below` counts the folders down to it. */
export type SpecOf = (name: string, below: number) => string

/**
 * Packages of a new project: this one as `lintel` says, the client from where that comes, others in the version that this
 * package was tested with.
 * @param folder of the project
 */
export function packageSpecs(lintel: string, folder: string): SpecOf {
  return (name, below) => {
    if (name === 'lintel') return seenFrom(lintel, below)
    return name === '@lintel/client' ? seenFrom(clientBeside(lintel, folder), below) : testedVersion(name)
  }
}

/** A packed client lies beside the packed `lintel`, as `npm pack` names both. */
function clientBeside(lintel: string, folder: string): string {
  if (!lintel.startsWith(FILE) || !lintel.endsWith('.tgz')) return packageVersion()
  const path = lintel.slice(FILE.length)
  const file = basename(path).replace(/^lintel\b/, 'lintel-client')
  if (existsSync(resolve(folder, dirname(path), file))) return `${FILE}${posix.join(dirname(path), file)}`
  throw new Failure(`This template needs @lintel/client too, and ${join(dirname(path), file)} is not there.`, {
    hint: 'Put it beside the other one, or name a version that your registry has: --lintel 0.2.0',
  })
}

/** A path that begins in the project's folder, as it is from a folder below. */
function seenFrom(spec: string, below: number): string {
  const path = spec.slice(FILE.length)
  if (!spec.startsWith(FILE) || isAbsolute(path)) return spec
  return `${FILE}${'../'.repeat(below)}${path.replace(/^\.\//, '')}`
}
