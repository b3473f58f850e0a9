import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { sha256 } from '../hash.ts'
import { packageRoot } from '../load/package-root.ts'

/** Returns the package name in a bare specifier: `@acme/forms` of `@acme/forms/rules`. */
export function packageNameOf(specifier: string): string | null {
  return /^(?:@[\w.~-]+\/)?[a-zA-Z0-9~][\w.~-]*(?=\/|$)/.exec(specifier)?.[0] ?? null
}

/** Returns the version of this package, which identifies its modules. */
export function lintelVersion(): string {
  return versionOf(packageRoot)
}

/** Returns this package as a label: `lintel@0.1.0`. */
export function lintelLabel(): string {
  return `lintel@${lintelVersion()}`
}

/**
 * Returns the packages that a module reaches through a bare specifier, as `name@version` with each package's own name:
 * the package and its dependencies. A package that is linked to a folder is identified by its files.
 * @param folder folder of the importing module
 * @returns an empty list if the specifier does not name an installed package, but a module of Node or workerd
 */
export function packagesReached(specifier: string, folder: string): readonly string[] {
  const name = packageNameOf(specifier)
  if (name === null) return []
  if (name === 'lintel') return [lintelLabel()]
  const key = `${folder} ${name}`
  const known = found.get(key)
  if (known) return known
  const reached = new Map<string, string>()
  visit(name, folder, reached)
  const labels = [...reached.values()].sort()
  if (!labels.some(isLinked)) found.set(key, labels)
  return labels
}

/** Results by folder and name. Installed packages do not change while a command runs. */
const found = new Map<string, readonly string[]>()

/** Tells whether a label stands for linked files, which may change at any time. */
export function isLinked(label: string): boolean {
  return /@[0-9a-f]{64}$/.test(label)
}

/** Returns the label of the package that contains a file outside of the project; `null` if it is not installed. */
export function packageOfFile(path: string): string | null {
  if (path.includes(`${sep}node_modules${sep}`)) return labelOfFolderAbove(path)
  return path.startsWith(packageRoot) ? lintelLabel() : null
}

function labelOfFolderAbove(path: string): string | null {
  const folder = ancestorWith(dirname(path), (candidate) => nameOf(candidate) !== null)
  return folder === null ? null : labelOf(folder)
}

function visit(name: string, folder: string, reached: Map<string, string>): void {
  const place = ancestorWith(folder, (candidate) => existsSync(join(candidate, 'node_modules', name, 'package.json')))
  if (place === null) return
  const home = realpathSync.native(join(place, 'node_modules', name))
  if (reached.has(home)) return
  reached.set(home, aliased(name, home))
  for (const dependency of dependenciesOf(home)) visit(dependency, home, reached)
}

/** Returns a label that shows if a package is installed under another name: `jose=evil@1.0.0`. */
function aliased(name: string, home: string): string {
  const label = labelOf(home)
  return nameOf(home) === name ? label : `${name}=${label}`
}

const labels = new Map<string, string>()

function labelOf(home: string): string {
  const isInstalled = home.includes(`${sep}node_modules${sep}`)
  const known = isInstalled ? labels.get(home) : undefined
  if (known !== undefined) return known
  const label = `${nameOf(home) ?? ''}@${isInstalled ? versionOf(home) : contentOf(home)}`
  labels.set(home, label)
  return label
}

/** Hashes the files of a linked package, which its version does not identify. */
function contentOf(home: string): string {
  const paths = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(home, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.split('/').some((part) => part === 'node_modules' || part.startsWith('.')))
  return sha256(JSON.stringify(paths.sort().map((path) => [path, hashOfBytes(readFileSync(join(home, path)))])))
}

/** Returns the SHA-256 of a file's content, with normalized line endings. */
export function hashOfBytes(bytes: Buffer): string {
  const folded = bytes.includes('\r\n')
    ? Buffer.from(bytes.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
    : bytes
  return createHash('sha256').update(folded).digest('hex')
}

interface Description {
  readonly name?: string
  readonly version?: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

const descriptions = new Map<string, Description | null>()

function describe(folder: string): Description | null {
  const known = descriptions.get(folder)
  if (known !== undefined) return known
  const path = join(folder, 'package.json')
  const description = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Description) : null
  descriptions.set(folder, description)
  return description
}

function nameOf(folder: string): string | null {
  return describe(folder)?.name ?? null
}

function versionOf(folder: string): string {
  return describe(folder)?.version ?? ''
}

/** Returns a package's dependencies without optional ones, which may not be installed on every machine. */
function dependenciesOf(folder: string): string[] {
  const { dependencies = {}, optionalDependencies = {} } = describe(folder) ?? {}
  return Object.keys(dependencies).filter((name) => !(name in optionalDependencies))
}

function ancestorWith(folder: string, holds: (folder: string) => boolean): string | null {
  for (let candidate = folder; ; candidate = dirname(candidate)) {
    if (holds(candidate)) return candidate
    if (dirname(candidate) === candidate) return null
  }
}
