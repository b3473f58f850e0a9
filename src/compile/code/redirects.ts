import { join, resolve } from 'node:path'
import type { BundlerFile } from './bundler-files.ts'
import type { WorkerFacts } from './worker-facts.ts'

/** Redirects of imports that the import itself does not show. */
export interface Redirects {
  /** Text that identifies these redirects. */
  readonly key: string
  /** Returns the absolute paths, possibly without an extension, that a specifier may lead to in any module. */
  targetsOf(specifier: string): readonly string[]
  /** Modules that become part of a program without an import in it: a virtual importer, and its specifiers. */
  readonly unnamed: readonly { readonly importer: string; readonly specifiers: readonly string[] }[]
}

/**
 * Collects the redirects of a project.
 * @param worker settings of `wrangler.toml`: its `alias` replaces modules
 */
export function redirectsOf(root: string, files: readonly BundlerFile[], worker: WorkerFacts): Redirects {
  const rules = files.flatMap(rulesOf)
  const bases = files.flatMap(({ folder, says }) =>
    typeof says.baseUrl === 'string' ? [resolve(folder, withFolder(says.baseUrl, folder))] : [],
  )
  const aliases = Object.entries(worker).flatMap(([path, value]) => (/(?:^|\.)alias$/.test(path) ? [value] : []))
  return {
    key: JSON.stringify([files, aliases]),
    targetsOf: (specifier) => [
      ...rules.flatMap((rule) => matches(rule, specifier)),
      ...bases.map((base) => join(base, specifier)),
    ],
    unnamed: [
      { importer: join(root, 'wrangler.toml'), specifiers: stringsIn(aliases) },
      ...files.map(({ folder, says }) => ({ importer: join(folder, 'package.json'), specifiers: unnamedIn(says) })),
    ],
  }
}

/** Returns the bundler's facts for the lock: `tsconfig.json: paths`. */
export function bundlerFacts(files: readonly BundlerFile[]): WorkerFacts {
  return Object.fromEntries(
    files.flatMap(({ name, says }) => Object.entries(says).map(([key, value]) => [`${name}: ${key}`, value])),
  )
}

/** A pattern of specifiers, perhaps with a star, and its targets. */
interface Rule {
  readonly pattern: string
  readonly targets: readonly string[]
  readonly folder: string
}

function rulesOf({ folder, says }: BundlerFile): readonly Rule[] {
  const base = typeof says.baseUrl === 'string' ? resolve(folder, withFolder(says.baseUrl, folder)) : folder
  const exported = ordered(says.exports)
  const subpaths = isSubpaths(exported) ? exported : { '.': exported }
  return [
    ...rules(says.paths, base).map((rule) => ({
      ...rule,
      targets: rule.targets.map((target) => withFolder(target, folder)),
    })),
    ...rules(ordered(says.imports), folder),
    ...rules(subpaths, folder).map((rule) => ({ ...rule, pattern: `${says.name}${rule.pattern.slice(1)}` })),
  ]
}

function rules(map: unknown, folder: string): readonly Rule[] {
  if (typeof map !== 'object' || map === null) return []
  return Object.entries(map).map(([pattern, targets]) => ({ pattern, targets: stringsIn(targets), folder }))
}

/** Parses a value that `readBundlerFiles` stored as text to preserve its order. */
function ordered(text: unknown): unknown {
  return typeof text === 'string' ? JSON.parse(text) : undefined
}

function isSubpaths(exported: unknown): boolean {
  return typeof exported === 'object' && exported !== null && Object.keys(exported).some((key) => key.startsWith('.'))
}

/** Returns all targets that match, for any condition. */
function matches({ pattern, targets, folder }: Rule, specifier: string): readonly string[] {
  const [before = '', after] = pattern.split('*')
  const fits = after === undefined ? pattern === specifier : specifier.startsWith(before) && specifier.endsWith(after)
  if (!fits) return []
  const part = specifier.slice(before.length, specifier.length - (after ?? '').length)
  return targets.map((target) => resolve(folder, target.replaceAll('*', part)))
}

/** Replaces a tsconfig's placeholder for its own folder. */
function withFolder(path: string, folder: string): string {
  return path.replace(/\$\{configDir\}/g, () => folder)
}

/** Returns the specifiers of the JSX runtime, and of replacements for browsers, which also apply to workers. */
function unnamedIn({ jsxImportSource, browser, main, module }: BundlerFile['says']): readonly string[] {
  const runtime = typeof jsxImportSource === 'string' ? [`${jsxImportSource}/jsx-runtime`] : []
  const wholes = [browser, main, module].filter((value) => typeof value === 'string')
  const parts = typeof browser === 'object' ? stringsIn(browser) : []
  return [...runtime, ...wholes.map((path) => (path.startsWith('.') ? path : `./${path}`)), ...parts]
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
