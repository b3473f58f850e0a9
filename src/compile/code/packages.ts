import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { sha256 } from '../hash.ts'
import { packageRoot } from '../load/package-root.ts'

/** The name in front of a bare specifier: `@acme/forms` of `@acme/forms/rules`. */
export function packageNameOf(specifier: string): string | null {
  return /^(?:@[\w.~-]+\/)?[a-zA-Z0-9~][\w.~-]*(?=\/|$)/.exec(specifier)?.[0] ?? null
}

/** This package: its own modules count by its version. */
export function lintelVersion(): string {
  return versionOf(packageRoot)
}

/** `lintel@0.1.0`. */
export function lintelLabel(): string {
  return `lintel@${lintelVersion()}`
}

/**
 * The packages that a module reaches through a bare specifier, as `name@version`, by the name that the package
 * gives itself: the one that it names, and those on
 * which that depends. A package that is linked to a folder of files counts by the files.
 * @param folder where the importing module lies
 * @returns none for what is no installed package: modules of Node and of workerd
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

/** By folder and name: what is installed stays as it is while a command runs. */
const found = new Map<string, readonly string[]>()

/** Tells whether a label stands for files, which may change at any time. */
export function isLinked(label: string): boolean {
  return /@[0-9a-f]{64}$/.test(label)
}

/**
 * The label of the package in which a file lies that is no file of the project; `null` for one that is not installed.
 */
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

/** Under another name than its own a package says which: `jose=evil@1.0.0`. */
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

/** The files of a package that is worked on beside the project, whose version says nothing of them. */
function contentOf(home: string): string {
  const paths = readdirSync(home, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(home, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((path) => !path.split('/').some((part) => part === 'node_modules' || part.startsWith('.')))
  return sha256(JSON.stringify(paths.sort().map((path) => [path, hashOfBytes(readFileSync(join(home, path)))])))
}

/** SHA-256 of a file's content, whichever line endings it has. */
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

/**
 * Dependencies of a package without the optional ones, which may or may not be installed, depending on the machine.
 */
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
