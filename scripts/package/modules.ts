import { globSync, readFileSync, writeFileSync } from 'node:fs'
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

/**
 * Modules that components of Astro import from beside them, in the order of the entries: a component is not compiled, so
 * that it looks for them where it is installed.
 */
export function modulesOfComponents(entries: readonly Entry[], root: string): readonly Entry[] {
  const paths = entries
    .filter((entry) => !isCompiled(entry))
    .flatMap((entry) =>
      [...readFileSync(entry.in, 'utf8').matchAll(BESIDE)].map(([, name]) => join(dirname(entry.in), `${name}.ts`)),
    )
  return [...new Set(paths)].map((path) => entryOf(root, path))
}

/** Copies components of Astro into a package: the modules beside them are compiled there, with their types. */
export function copyComponents(entries: readonly Entry[], root: string, folder: string): void {
  for (const entry of entries.filter((candidate) => !isCompiled(candidate))) {
    writeFileSync(join(folder, entry.out), readFileSync(entry.in, 'utf8').replace(BESIDE, "from './$1.js'"))
  }
  for (const { out } of modulesOfComponents(entries, root)) {
    const types = relative(dirname(out), `types/src/${out}.js`)
    writeFileSync(join(folder, `${out}.d.ts`), `export * from ${JSON.stringify(types)}\n`)
  }
}

/** Matches the import of a module beside a component. */
const BESIDE = /\bfrom '\.\/([\w-]+)\.ts'/g

/** Tells whether an entry is compiled; components of Astro are installed as they are. */
export function isCompiled({ in: path }: Entry): boolean {
  return path.endsWith('.ts')
}

function entryOf(root: string, path: string): Entry {
  const module = relative(root, path).replace(/^src\//, '')
  return { in: path, out: module.replace(/\.tsx?$/, '') }
}
