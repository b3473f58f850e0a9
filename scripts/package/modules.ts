import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { ownEntries } from '../../src/compile/load/own-entries.ts'

/** A file of its own in a package: its source, and its path there, of a module without the extension. */
export interface Entry {
  readonly in: string
  readonly out: string
}

/** Modules that others import by name, from `exports`. */
export function exportedModules(root: string): readonly (Entry & { readonly name: string })[] {
  return Object.entries(ownEntries()).map(([name, path]) => ({ name, ...entryOf(root, path) }))
}

/** Modules that only packages of this repository import, and that have no types there. */
export const UNTYPED: readonly string[] = ['lintel/importing', '@lintel/import']

/** Modules that the package itself loads by their path: `ownModule('cli/dev/host')`, and those of its command. */
export function modulesLoadedByPath(root: string): readonly Entry[] {
  const sources = ['src/cli/cms.js', ...globSync('src/{cli,compile}/**/*.ts', { cwd: root })]
  const names = sources.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/\b(?:ownModule|moduleOf)\('([\w/-]+)'\)/g)].map(
      ([, name = '']) => name,
    ),
  )
  return [...new Set(names)].sort().map((name) => entryOf(root, join(root, 'src', `${name}.ts`)))
}

/** Modules that components which are installed as they are import by their path. */
export function modulesOfComponents(root: string, entries: readonly Entry[]): readonly Entry[] {
  const paths = entries
    .filter((entry) => !isCompiled(entry))
    .flatMap(({ in: path }) =>
      [...readFileSync(path, 'utf8').matchAll(PATH_OF_MODULE)].map(([, module = '']) => join(dirname(path), module)),
    )
  return [...new Set(paths)].map((path) => entryOf(root, path))
}

/** Copies a component, whose imports name the compiled modules there. */
export function copyComponent(entry: Entry, folder: string): void {
  const text = readFileSync(entry.in, 'utf8')
  mkdirSync(dirname(join(folder, entry.out)), { recursive: true })
  writeFileSync(
    join(folder, entry.out),
    text.replace(PATH_OF_MODULE, (_, module: string) => `'${module.replace(/\.ts$/, '.js')}'`),
  )
}

/** The path of a module, between its quotes. */
const PATH_OF_MODULE = /'(\.\/[\w-]+\.ts)'/g

/** Tells whether an entry is compiled; others, as components of Astro, are installed as they are. */
export function isCompiled({ in: path }: Entry): boolean {
  return path.endsWith('.ts')
}

function entryOf(root: string, path: string): Entry {
  const module = relative(root, path).replace(/^src\//, '')
  return { in: path, out: module.replace(/\.tsx?$/, '') }
}
