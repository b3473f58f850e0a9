import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { exportedFile, packageRoot } from './package-root.ts'

/** Returns whether a specifier names a module of this package: `lintel`, `lintel/kit`, `lintel/plugins/cache`. */
export function isOwnEntry(specifier: string): boolean {
  return specifier === 'lintel' || (specifier.startsWith('lintel/') && specifier !== 'lintel/package.json')
}

interface Exports {
  readonly [name: string]: string | { readonly default: string }
}

/** Returns the absolute paths of the files that this package exports, by their specifiers. */
export function ownEntries(): Readonly<Record<string, string>> {
  entries ??= readEntries()
  return entries
}

/** Returns the specifier of a file of this package; `undefined` if the package does not export it. */
export function ownEntryOf(file: string): string | undefined {
  return Object.entries(ownEntries()).find(([, path]) => path === file)?.[0]
}

let entries: Readonly<Record<string, string>> | undefined

function readEntries(): Readonly<Record<string, string>> {
  const text = readFileSync(join(packageRoot, 'package.json'), 'utf8')
  const { exports } = JSON.parse(text) as { exports: Exports }
  const targets = Object.entries(exports).flatMap(([name, target]): [string, string][] =>
    name === './package.json' ? [] : [[name, typeof target === 'string' ? target : target.default]],
  )
  return Object.fromEntries(
    targets.flatMap(modulesOf).map(([name, target]) => [join('lintel', name), exportedFile(target)]),
  )
}

/** Expands a pattern: `./plugins/*` stands for one module per plugin. */
function modulesOf([name, target]: readonly [string, string]): readonly (readonly [string, string])[] {
  if (!name.endsWith('/*')) return [[name, target]]
  const [before = '', after = ''] = target.split('*')
  const folder = exportedFile(before)
  return readdirSync(folder)
    .sort()
    .map((entry) => [name.replace('*', entry), `${before}${entry}${after}`] as const)
    .filter(([, file]) => existsSync(exportedFile(file)))
}
