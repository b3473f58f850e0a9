import { existsSync, readdirSync, statSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { sha256 } from '../hash.ts'
import { readText } from '../write-outputs.ts'

/** A file beside the modules that tells a bundler where an import leads. */
export interface BundlerFile {
  /** As the lock names it: relative to the project, or within the package from which it is extended. */
  readonly name: string
  /** Absolute: where its addresses begin. */
  readonly folder: string
  /** Options of the file that decide which modules a program consists of, by name; empty for most files. */
  readonly says: Readonly<Record<string, unknown>>
}

/**
 * Reads every `tsconfig.json`, `jsconfig.json` and `package.json` of the project, which bundlers take by the folder of
 * each
 * module, and those above it within its repository; with what a tsconfig extends.
 * @param found where they are
 * @param named further tsconfigs, absolute, which somebody gives to a bundler by name
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

/** The paths of these files, absolute. */
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

/** Of folders above, up to the one that is a repository: what lies beyond it is of the machine, not of the project. */
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
  files.set(path, { name, folder: dirname(path), says })
  if (isDescription(name)) return
  for (const base of [says.extends].flat().filter((value) => typeof value === 'string')) {
    const found = baseOf(path, base)
    if (found !== null) readOne(root, found, isAddress(base) ? nameIn(root, found) : base, files)
  }
}

/** A tsconfig takes the place of the one above it, unless it only extends that one. */
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

/** Options of a tsconfig that esbuild reads that decides which modules there are. */
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

/** The same of a package.json, and what decides which packages `npm install` takes. */
const ENTRIES = ['browser', 'exports', 'imports', 'main', 'module', 'overrides', 'pnpm', 'resolutions', 'sideEffects']

/** Of these the first of several conditions that hold decides: their order counts, which the lock does not keep. */
const ORDERED = new Set(['exports', 'imports'])

function saysOf(name: string, content: Table): Table {
  if (!isDescription(name)) return { ...chosen(content, ['extends']), ...chosen(content.compilerOptions, OPTIONS) }
  // A package's own name leads to what it exports.
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

/** The file that another extends; `null` where there is none. */
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
 * JSON with comments and commas at the end, as bundlers take it.
 * @returns `null` for what is none, and where a name stands twice: which of the two counts is everybody's own choice
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
