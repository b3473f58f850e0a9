import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { findImports } from './find-imports.ts'
import { hashOfBytes, isLinked, packageOfFile, packagesReached } from './packages.ts'
import type { Redirects } from './redirects.ts'

/** A file of the project that may be part of a program. */
export interface ModuleFile extends Reached {
  readonly hash: string
}

/** Targets of imports. */
export interface Reached {
  /** Absolute paths of files of the project. */
  readonly files: readonly string[]
  /** Packages, as `name@version`. */
  readonly packages: readonly string[]
}

/** Reads the project's modules; each is read once until it changes. */
export interface ModuleFiles {
  readonly root: string
  /** Returns a module; `null` if the file does not exist. */
  read(path: string): ModuleFile | null
  text(path: string): string | null
  /** Resolves imports of a file to all files and packages that they reach. */
  resolve(importer: string, specifiers: readonly string[]): Reached
  /**
   * Makes later reads check files again.
   * @param redirects new redirects of imports
   * @returns whether anything that was read may have changed
   */
  refresh(overlay: Overlay, redirects: Redirects): boolean
}

/** Text that replaces a file's content; `undefined` for the file on disk, `null` for a file that is to be absent. */
export type Overlay = (path: string) => string | null | undefined

interface Known {
  /** State of the file; `null` if the result depends on more than that. */
  readonly state: string | null
  readonly module: ModuleFile | null
}

export function createModuleFiles(root: string): ModuleFiles {
  const known = new Map<string, Known>()
  let overlay: Overlay = () => undefined
  let redirects: Redirects | null = null
  const bytesOf = (path: string, isThere: boolean): Buffer | null => {
    const replacement = overlay(path)
    if (replacement !== undefined) return replacement === null ? null : Buffer.from(replacement)
    return isThere ? readFileSync(path) : null
  }
  return {
    root,
    refresh(newOverlay, found) {
      overlay = newOverlay
      const isElsewhere = redirects?.key !== found.key
      redirects = found
      const stale = [...known].filter(
        ([path, { state }]) => isElsewhere || state === null || overlay(path) !== undefined || stateOf(path) !== state,
      )
      for (const [path] of stale) known.delete(path)
      return stale.length > 0
    },
    read(path) {
      const before = known.get(path)
      if (before) return before.module
      const state = stateOf(path)
      const bytes = bytesOf(path, state !== null)
      const described = bytes === null ? null : describeModule({ root, redirects }, path, bytes)
      const isSettled = described?.isSettled && overlay(path) === undefined
      known.set(path, { state: isSettled ? state : null, module: described })
      return described
    },
    resolve: (importer, specifiers) => reach({ root, redirects }, importer, specifiers),
    text: (path) => bytesOf(path, isFile(path))?.toString('utf8').replaceAll('\r\n', '\n') ?? null,
  }
}

function stateOf(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat?.isFile() ? `${stat.ino}:${stat.mtimeMs}:${stat.size}` : null
}

const MODULE = /\.[cm]?[jt]sx?$/

/** A project and its redirects of imports. */
interface Position {
  readonly root: string
  readonly redirects: Redirects | null
}

/** Parses a module. `isSettled`: its imports depend on nothing but the file itself. */
function describeModule(place: Position, path: string, bytes: Buffer): ModuleFile & { readonly isSettled: boolean } {
  const hash = hashOfBytes(bytes)
  if (!MODULE.test(path)) return { hash, files: [], packages: [], isSettled: true }
  const { specifiers, folders } = findImports(bytes.toString('utf8'))
  const { files, packages, isWhole } = reach(place, path, specifiers)
  const composed = folders.flatMap((start) => filesBelow(path, start)).filter((file) => isOwnFile(place.root, file))
  return {
    hash,
    files: [...new Set([...files, ...composed])].filter((file) => file !== path).sort(),
    packages,
    isSettled: isWhole && !packages.some(isLinked) && folders.length === 0,
  }
}

/** Resolves specifiers. `isWhole`: each leads to an existing file that no other file could replace. */
function reach(
  place: Position,
  importer: string,
  specifiers: readonly string[],
): Reached & { readonly isWhole: boolean } {
  const { root } = place
  const files = new Set<string>()
  const packages = new Set<string>()
  let isWhole = true
  for (const specifier of specifiers) {
    const addresses = addressesOf(place, importer, specifier)
    const targets = addresses.flatMap((address) => findFile(address) ?? [])
    if (isPath(specifier) ? targets.length === 0 : addresses.length > 0) isWhole = false
    for (const target of targets) {
      const label = isOwnFile(root, target) ? null : packageOfFile(target)
      if (label !== null) packages.add(label)
      else if (!isGenerated(root, target)) files.add(target)
    }
    if (!isPath(specifier)) for (const label of packagesReached(specifier, dirname(importer))) packages.add(label)
  }
  return { files: [...files].sort(), packages: [...packages].sort(), isWhole }
}

/** Tells whether a file counts by its content: in the project or beside it, but not in an installed package. */
export function isOwnFile(root: string, path: string): boolean {
  if (path.startsWith(root + sep) && !path.slice(root.length).includes(`${sep}node_modules${sep}`)) return true
  return packageOfFile(path) === null
}

/** Tells whether the compiler generated the file, so that its content follows from others. */
function isGenerated(root: string, path: string): boolean {
  return path.startsWith(join(root, '.cms') + sep)
}

function isPath(specifier: string): boolean {
  return /^(?:\.{1,2}(?:\/|$)|\/|file:)/.test(specifier)
}

/** Returns the absolute paths that a specifier may refer to, possibly without an extension. */
function addressesOf({ redirects }: Position, importer: string, specifier: string): readonly string[] {
  if (specifier === 'lintel' || specifier.startsWith('lintel/')) return []
  const address = specifier.replace(/[?#].*$/, '')
  if (isPath(specifier)) return [addressOf(importer, address)]
  return redirects?.targetsOf(specifier) ?? []
}

/**
 * Resolves a relative path like `resolve` of `node:path`, which would take longer than the rest of resolving an import.
 */
function addressOf(importer: string, specifier: string): string {
  if (sep !== '/' || !/^(?:\.\.\/)*(?:\.\/)?[^./][^/]*(?:\/[^./][^/]*)*$/.test(specifier))
    return resolve(dirname(importer), specifier)
  let end = importer.lastIndexOf('/')
  let rest = specifier
  while (rest.startsWith('../')) {
    rest = rest.slice(3)
    end = importer.lastIndexOf('/', end - 1)
  }
  return `${importer.slice(0, Math.max(end, 0))}/${rest.startsWith('./') ? rest.slice(2) : rest}`
}

const EXTENSIONS = ['.ts', '.tsx', '.js', '.jsx', '.mjs', '.mts', '.json']

/** Finds a file like a bundler: with an extension added, as a folder's index, or as `.ts` for `.js`. */
function findFile(path: string): string | null {
  if (isFile(path)) return path
  const written = path.replace(/\.([cm]?)js(x?)$/, '.$1ts$2')
  const candidates = [
    ...EXTENSIONS.map((extension) => path + extension),
    ...(written === path ? [] : [written, written.replace(/\.ts$/, '.tsx')]),
    ...EXTENSIONS.map((extension) => join(path, `index${extension}`)),
  ]
  return candidates.find(isFile) ?? null
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

/** Lists the files below the folder in which a composed address begins. */
function filesBelow(importer: string, start: string): string[] {
  if (!isPath(start)) return []
  const folder = resolve(dirname(importer), start.replace(/[^/]*$/, ''))
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && (MODULE.test(entry.name) || entry.name.endsWith('.json')))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/[/\\](?:node_modules|\.[^/\\]+)[/\\]/.test(path.slice(folder.length)))
}
