import { join, resolve } from 'node:path'
import type { BundlerFile } from './bundler-files.ts'
import type { WorkerFacts } from './worker-facts.ts'

/** Place where imports lead that do not say so themselves. */
export interface Redirects {
  /** The same text as long as they are the same. */
  readonly key: string
  /** The addresses, absolute and perhaps without an extension, to which a name may lead; whoever imports it. */
  targetsOf(specifier: string): readonly string[]
  /**
   * Modules that enter a program without being named in it: an importer, and the specifiers that it would have to
   * write.
   */
  readonly unnamed: readonly { readonly importer: string; readonly specifiers: readonly string[] }[]
}

/** @param worker what `wrangler.toml` says: its `alias` takes the place of a module */
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

/** For the lock, beside what `wrangler.toml` says: `tsconfig.json: paths`. */
export function bundlerFacts(files: readonly BundlerFile[]): WorkerFacts {
  return Object.fromEntries(
    files.flatMap(({ name, says }) => Object.entries(says).map(([key, value]) => [`${name}: ${key}`, value])),
  )
}

/** A name, with a star in it or none, and where it leads. */
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

/** As `readBundlerFiles` keeps what is read in its order. */
function ordered(text: unknown): unknown {
  return typeof text === 'string' ? JSON.parse(text) : undefined
}

function isSubpaths(exported: unknown): boolean {
  return typeof exported === 'object' && exported !== null && Object.keys(exported).some((key) => key.startsWith('.'))
}

/** Every target, whatever the conditions. */
function matches({ pattern, targets, folder }: Rule, specifier: string): readonly string[] {
  const [before = '', after] = pattern.split('*')
  const fits = after === undefined ? pattern === specifier : specifier.startsWith(before) && specifier.endsWith(after)
  if (!fits) return []
  const part = specifier.slice(before.length, specifier.length - (after ?? '').length)
  return targets.map((target) => resolve(folder, target.replaceAll('*', part)))
}

/** A tsconfig may say its own folder so. */
function withFolder(path: string, folder: string): string {
  return path.replace(/\$\{configDir\}/g, () => folder)
}

/**
 * Specifiers of the JSX runtime, and of replacements for modules and packages in browsers, which apply to workers too.
 */
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
