import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve, sep } from 'node:path'
import { findImports } from './find-imports.ts'
import { hashOfBytes, isLinked, packageOfFile, packagesReached } from './packages.ts'
import type { Redirects } from './redirects.ts'

/** A file of the project that a program may be made of. */
export interface ModuleFile extends Reached {
  readonly hash: string
}

/** Targets of imports. */
export interface Reached {
  /** Files of the project, absolute. */
  readonly files: readonly string[]
  /** Packages, as `name@version`. */
  readonly packages: readonly string[]
}

/** Reads the project's modules, each once as long as it stays as it is. */
export interface ModuleFiles {
  readonly root: string
  /** `null` for a file that is not there. */
  read(path: string): ModuleFile | null
  text(path: string): string | null
  /** Resolves some of a file's imports to all files and packages that they reach. */
  resolve(importer: string, specifiers: readonly string[]): Reached
  /**
   * From here on files are looked at again.
   * @param redirects where names lead from here on
   * @returns whether anything that was read may differ from what it was
   */
  refresh(overlay: Overlay, redirects: Redirects): boolean
}

/** Text laid over a file; `undefined` where nothing does, `null` for a file that would not be there. */
export type Overlay = (path: string) => string | null | undefined

interface Known {
  /** `null` where the file's state does not decide alone what it is. */
  readonly state: string | null
  readonly module: ModuleFile | null
}

export function createModuleFiles(root: string): ModuleFiles {
  const known = new Map<string, Known>()
  let overlay: Overlay = () => undefined
  let redirects: Redirects | null = null
  const bytesOf = (path: string, isThere: boolean): Buffer | null => {
    const laid = overlay(path)
    if (laid !== undefined) return laid === null ? null : Buffer.from(laid)
    return isThere ? readFileSync(path) : null
  }
  return {
    root,
    refresh(given, found) {
      overlay = given
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

/** A project, and where its names lead. */
interface Position {
  readonly root: string
  readonly redirects: Redirects | null
}

/** `isSettled`: nothing but the file itself decides what it imports. */
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

/** `isWhole`: each address leads to a file that is there, and no other file could take its place. */
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

/** Tells whether a file counts by its content: in the project, or beside it and in no package that is installed. */
export function isOwnFile(root: string, path: string): boolean {
  if (path.startsWith(root + sep) && !path.slice(root.length).includes(`${sep}node_modules${sep}`)) return true
  return packageOfFile(path) === null
}

/** Tells whether the compiler generated the file, whose contents follow from the others. */
function isGenerated(root: string, path: string): boolean {
  return path.startsWith(join(root, '.cms') + sep)
}

function isPath(specifier: string): boolean {
  return /^(?:\.{1,2}(?:\/|$)|\/|file:)/.test(specifier)
}

/** The files that a specifier may mean, absolute, perhaps without an extension. */
function addressesOf({ redirects }: Position, importer: string, specifier: string): readonly string[] {
  if (specifier === 'lintel' || specifier.startsWith('lintel/')) return []
  const address = specifier.replace(/[?#].*$/, '')
  if (isPath(specifier)) return [addressOf(importer, address)]
  return redirects?.targetsOf(specifier) ?? []
}

/** As `resolve` of `node:path` gives it, which takes longer than everything else about an import. */
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

/** As bundlers look for it: with an extension, as a folder's index, `.js` for what is written `.ts`. */
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

/** Files below the folder in which a composed address begins. */
function filesBelow(importer: string, start: string): string[] {
  if (!isPath(start)) return []
  const folder = resolve(dirname(importer), start.replace(/[^/]*$/, ''))
  if (!existsSync(folder)) return []
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && (MODULE.test(entry.name) || entry.name.endsWith('.json')))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/[/\\](?:node_modules|\.[^/\\]+)[/\\]/.test(path.slice(folder.length)))
}
