/**
 * Importing this makes `lintel` mean this very package, wherever the importing file lies, so that a project, its plugins
 * and the compiler share one of each module.
 *
 * It also makes modules load faster. For every module Node parses the whole package.json of its package again
 * to learn that it is an ES module, and that of a library with hundreds of exports is longer than all of its code. And
 * for every file it asks each folder above whether it is a link.
 */
import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs'
import { type ResolveFnOutput, type ResolveHookContext, registerHooks } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isOwnEntry, ownEntries } from './own-entries.ts'
import { packageSource } from './package-root.ts'

/** The source of this package, of which every file is there and is TypeScript. */
const OWN_SOURCE = pathToFileURL(packageSource).href

registerHooks({
  resolve(specifier, context, nextResolve) {
    const own = isOwnEntry(specifier) ? ownEntries()[specifier] : undefined
    if (own !== undefined) return { url: pathToFileURL(own).href, format: formatOf(own), shortCircuit: true }
    if (!isImport(context)) return nextResolve(specifier, context)
    if (specifier.startsWith('.')) {
      const { parentURL } = context
      return resolveOwn(specifier, parentURL) ?? resolveSibling(specifier, parentURL) ?? nextResolve(specifier, context)
    }
    const name = packageOf(specifier)
    const home = name && homeOf(name, dirname(fileURLToPath(context.parentURL)))
    if (!home) return nextResolve(specifier, context)
    const key = `${home} ${specifier}`
    const resolved = libraries.get(key) ?? nextResolve(specifier, context)
    libraries.set(key, resolved)
    return { ...resolved, shortCircuit: true }
  },
})

function formatOf(file: string): string {
  return file.endsWith('.ts') ? 'module-typescript' : 'module'
}

/** Target of a specifier, by the folder in whose `node_modules` its package is. */
const libraries = new Map<string, ResolveFnOutput>()

function isImport(context: ResolveHookContext): context is ResolveHookContext & { parentURL: string } {
  return context.conditions.includes('import') && context.parentURL?.startsWith('file:') === true
}

/** `drizzle-orm` of `drizzle-orm/sqlite-core`; `undefined` for what is no library by name. */
function packageOf(specifier: string): string | undefined {
  return /^(?:@[\w.-]+\/)?[a-zA-Z0-9][\w.-]*(?=\/|$)/.exec(specifier)?.[0]
}

const homes = new Map<string, string | null>()

/** The nearest folder, from one upwards, that has the package in its `node_modules`. */
function homeOf(name: string, folder: string): string | null {
  const key = `${folder} ${name}`
  const known = homes.get(key)
  if (known !== undefined) return known
  const home = isThere(join(folder, 'node_modules', name)) ? folder : above(folder, (next) => homeOf(name, next))
  homes.set(key, home ?? null)
  return home ?? null
}

/** Tells whether a file exists. A path that must not be read, above a package that is a link, counts as absent. */
function isThere(path: string): boolean {
  try {
    return existsSync(path)
  } catch {
    return false
  }
}

/** A module of this package that another one imports by its path. */
function resolveOwn(specifier: string, parentURL: string): ResolveFnOutput | undefined {
  if (!specifier.endsWith('.ts') || !parentURL.startsWith(OWN_SOURCE)) return undefined
  const url = new URL(specifier, parentURL).href
  if (!url.startsWith(OWN_SOURCE)) return undefined
  return { url, format: 'module-typescript', shortCircuit: true }
}

/** A module that another one of the same library imports by its path. */
function resolveSibling(specifier: string, parentURL: string): ResolveFnOutput | undefined {
  if (!specifier.endsWith('.js') || !parentURL.includes('/node_modules/')) return undefined
  const url = new URL(specifier, parentURL).href
  const path = fileURLToPath(url)
  const folder = dirname(path)
  if (!isModuleFolder(folder) || !isRealFolder(folder) || !isFileItself(path)) return undefined
  return { url, format: 'module', shortCircuit: true }
}

const realFolders = new Map<string, boolean>()

/** Tells whether a folder is not reached through a link. */
function isRealFolder(folder: string): boolean {
  const isReal = realFolders.get(folder) ?? (isThere(folder) && realpathSync.native(folder) === folder)
  realFolders.set(folder, isReal)
  return isReal
}

/** Tells whether there is a file at a path, and not a link to one. A path that must not be read counts as absent. */
function isFileItself(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true
  } catch {
    return false
  }
}

const moduleFolders = new Map<string, boolean>()

/** Tells whether `.js` means an ES module in a folder: the nearest package.json says so. */
function isModuleFolder(folder: string): boolean {
  const known = moduleFolders.get(folder)
  if (known !== undefined) return known
  const path = join(folder, 'package.json')
  const response = isThere(path)
    ? (JSON.parse(readFileSync(path, 'utf8')) as { type?: string }).type === 'module'
    : above(folder, isModuleFolder) === true
  moduleFolders.set(folder, response)
  return response
}

function above<Result>(folder: string, look: (folder: string) => Result): Result | null {
  return dirname(folder) === folder ? null : look(dirname(folder))
}
