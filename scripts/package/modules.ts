import { globSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
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

/** Tells whether an entry is compiled; others, as components of Astro, are installed as they are. */
export function isCompiled({ in: path }: Entry): boolean {
  return path.endsWith('.ts')
}

function entryOf(root: string, path: string): Entry {
  const module = relative(root, path).replace(/^src\//, '')
  return { in: path, out: module.replace(/\.tsx?$/, '') }
}
