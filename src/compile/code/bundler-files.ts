import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { sha256 } from '../hash.ts'
import { readText } from '../write-outputs.ts'
import type { WorkerFacts } from './worker-facts.ts'

/** A file beside the modules that tells a bundler how to resolve imports. */
export interface BundlerFile {
  /** Name in the lock: relative to the project, or within the package that another file extends. */
  readonly name: string
  /** Options that determine which modules a program consists of, by name; empty for most files. */
  readonly says: Readonly<Record<string, unknown>>
}

/**
 * Reads every `tsconfig.json`, `jsconfig.json` and `package.json` of the project and of the folders above it within its
 * repository, with the files that they extend. Bundlers use them for the modules in the same folder.
 * @param found paths of the files
 * @param named absolute paths of further tsconfigs that are passed to a bundler by name
 */
export function readBundlerFiles(
  root: string,
  found: readonly string[],
  named: readonly string[],
): readonly BundlerFile[] {
  const paths = new Set(found)
  const files = new Map<string, BundlerFile>()
  for (const path of [...paths, ...named.filter(isFile)].sort()) readOne(root, path, nameIn(root, path), files)
  return [...files].map(([path, file]) => (paths.has(path) ? besideOthers(path, file, paths) : file))
}

/** Returns the facts for the lock: `tsconfig.json: paths`. */
export function bundlerFacts(files: readonly BundlerFile[]): WorkerFacts {
  return Object.fromEntries(
    files.flatMap(({ name, says }) => Object.entries(says).map(([key, value]) => [`${name}: ${key}`, value])),
  )
}

/** Finds the absolute paths of these files. */
export function findBundlerFiles(root: string): readonly string[] {
  return [...filesBelow(root), ...filesAbove(root)]
}

const NAMES = new Set(['tsconfig.json', 'jsconfig.json', 'package.json'])

function filesBelow(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (!entry.isDirectory()) return NAMES.has(entry.name) && isFile(path) ? [path] : []
    return entry.name === 'node_modules' || entry.name.startsWith('.') ? [] : filesBelow(path)
  })
}

/**
 * Finds files in the folders above, up to the root of the repository. Files beyond it belong to the machine, not to the
 * project.
 */
function filesAbove(root: string): readonly string[] {
  const found: string[] = []
  for (let folder = root; folder !== dirname(folder); folder = dirname(folder)) {
    if (folder !== root) found.push(...[...NAMES].map((name) => join(folder, name)).filter(isFile))
    if (existsSync(join(folder, '.git'))) return found
  }
  return []
}

function readOne(root: string, path: string, name: string, files: Map<string, BundlerFile>): void {
  if (files.has(path)) return
  const text = readText(path) ?? ''
  const content = parseJsonc(text)
  const says = content === null ? { content: sha256(text.replaceAll('\r\n', '\n')) } : saysOf(name, content)
  files.set(path, { name, says })
  if (isDescription(name)) return
  for (const base of [says.extends].flat().filter((value) => typeof value === 'string')) {
    const found = baseOf(path, base)
    if (found !== null) readOne(root, found, isAddress(base) ? nameIn(root, found) : base, files)
  }
}

/**
 * Returns the facts of a tsconfig in relation to the tsconfig of the nearest folder above, which it replaces. `extends`
 * is left out if it names just that one; otherwise it is recorded, even if it is empty.
 */
function besideOthers(path: string, file: BundlerFile, paths: ReadonlySet<string>): BundlerFile {
  const above = isDescription(path) ? null : configAbove(path, paths)
  if (above === null) return file
  const { extends: base, ...says } = file.says
  const isSame = typeof base === 'string' && baseOf(path, base) === above
  return isSame ? { ...file, says } : { ...file, says: { extends: base ?? [], ...says } }
}

function configAbove(path: string, paths: ReadonlySet<string>): string | null {
  for (let folder = dirname(dirname(path)); ; folder = dirname(folder)) {
    const found = ['tsconfig.json', 'jsconfig.json'].map((name) => join(folder, name)).find((name) => paths.has(name))
    if (found !== undefined) return found
    if (folder === dirname(folder)) return null
  }
}

/** Options of a tsconfig that esbuild reads and that determine the modules. */
const OPTIONS = [
  'baseUrl',
  'importsNotUsedAsValues',
  'jsx',
  'jsxFactory',
  'jsxFragmentFactory',
  'jsxImportSource',
  'paths',
  'preserveValueImports',
  'verbatimModuleSyntax',
]

/** Options of a package.json that determine the modules, and which packages `npm install` installs. */
const ENTRIES = ['browser', 'exports', 'imports', 'main', 'module', 'overrides', 'pnpm', 'resolutions', 'sideEffects']

/**
 * Options in which the first matching condition applies, so that their order matters. The lock does not preserve order.
 */
const ORDERED = new Set(['exports', 'imports'])

function saysOf(name: string, content: Table): Table {
  if (!isDescription(name)) return { ...chosen(content, ['extends']), ...chosen(content.compilerOptions, OPTIONS) }
  // A package's own name refers to its exports.
  const found = Object.entries(chosen(content, 'exports' in content ? [...ENTRIES, 'name'] : ENTRIES))
  return Object.fromEntries(found.map(([key, value]) => [key, ORDERED.has(key) ? JSON.stringify(value) : value]))
}

type Table = Readonly<Record<string, unknown>>

function chosen(table: unknown, names: readonly string[]): Table {
  if (!isTable(table)) return {}
  return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(table, name) ? [[name, table[name]]] : [])))
}

function isDescription(name: string): boolean {
  return name.endsWith('package.json')
}

/** Returns the path of the file that another one extends; `null` if it does not exist. */
function baseOf(path: string, base: string): string | null {
  const candidates = (start: string) => [start, `${start}.json`, join(start, 'tsconfig.json')]
  if (isAddress(base)) return candidates(resolve(dirname(path), base)).find(isFile) ?? null
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const found = candidates(join(folder, 'node_modules', base)).find(isFile)
    if (found !== undefined) return found
    if (folder === dirname(folder)) return null
  }
}

function isAddress(base: string): boolean {
  return /^(?:\.{1,2}(?:\/|$)|\/)/.test(base)
}

/**
 * Parses JSON with comments and trailing commas, as bundlers accept it.
 * @returns `null` if it is invalid or repeats a name, because tools differ in which value they use
 */
function parseJsonc(text: string): Table | null {
  const bare = text
    .replace(/^\uFEFF/, '')
    .replace(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '$1')
    .replace(/("(?:\\.|[^"\\])*")|,(?=\s*[}\]])/g, '$1')
  try {
    const content: unknown = JSON.parse(bare)
    const names = [...bare.matchAll(/"(?:\\.|[^"\\])*"(\s*:)?/g)].filter(([, colon]) => colon !== undefined)
    return isTable(content) && names.length === countNames(content) ? content : null
  } catch {
    return null
  }
}

function countNames(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  const inner = Object.values(value).reduce<number>((sum, item) => sum + countNames(item), 0)
  return Array.isArray(value) ? inner : inner + Object.keys(value).length
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}

function nameIn(root: string, path: string): string {
  return relative(root, path).split(sep).join('/')
}
