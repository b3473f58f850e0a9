import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { ownEntries } from '../../src/compile/load/own-entries.ts'

/** File of a package: the path of its source, and its path in the package, without the extension for a module. */
export interface Entry {
  readonly in: string
  readonly out: string
}

/** Returns the modules in `exports`, which others import by name. */
export function exportedModules(root: string): readonly (Entry & { readonly name: string })[] {
  return Object.entries(ownEntries()).map(([name, path]) => ({ name, ...entryOf(root, path) }))
}

/** Modules without types, since only packages of this repository import them. */
export const UNTYPED: readonly string[] = ['lintel/importing', '@lintel/import']

/** Returns the modules that the package itself loads by path, as in `ownModule('cli/dev/host')`. */
export function modulesLoadedByPath(root: string): readonly Entry[] {
  const sources = ['src/cli/cms.js', ...globSync('src/{cli,compile}/**/*.ts', { cwd: root })]
  const names = sources.flatMap((path) =>
    [...readFileSync(join(root, path), 'utf8').matchAll(/\b(?:ownModule|moduleOf)\('([\w/-]+)'\)/g)].map(
      ([, name = '']) => name,
    ),
  )
  return [...new Set(names)].sort().map((name) => entryOf(root, join(root, 'src', `${name}.ts`)))
}

/** Returns the modules that uncompiled components import by path. */
export function modulesOfComponents(root: string, entries: readonly Entry[]): readonly Entry[] {
  const paths = entries
    .filter((entry) => !isCompiled(entry))
    .flatMap(({ in: path }) =>
      [...readFileSync(path, 'utf8').matchAll(PATH_OF_MODULE)].map(([, module = '']) => join(dirname(path), module)),
    )
  return [...new Set(paths)].map((path) => entryOf(root, path))
}

/** Copies a component, with imports of the compiled modules. */
export function copyComponent(entry: Entry, folder: string): void {
  const text = readFileSync(entry.in, 'utf8')
  mkdirSync(dirname(join(folder, entry.out)), { recursive: true })
  writeFileSync(
    join(folder, entry.out),
    text.replace(PATH_OF_MODULE, (_, module: string) => `'${module.replace(/\.ts$/, '.js')}'`),
  )
}

/** Pattern of the path of a module, with its quotes. */
const PATH_OF_MODULE = /'(\.\/[\w-]+\.ts)'/g

/** Tells whether an entry is compiled. Others, such as Astro components, are copied. */
export function isCompiled({ in: path }: Entry): boolean {
  return path.endsWith('.ts')
}

function entryOf(root: string, path: string): Entry {
  const module = relative(root, path).replace(/^src\//, '')
  return { in: path, out: module.replace(/\.tsx?$/, '') }
}
