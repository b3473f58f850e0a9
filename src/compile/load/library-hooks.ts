/**
 * Importing this module resolves `lintel` to this package, regardless of the importing file, so that a project, its
 * plugins and the compiler share one instance of each module.
 *
 * It also speeds up the loading of modules. For each module, Node parses the package.json of its package again to find
 * out whether it is an ES module. This takes long in a library with hundreds of exports. Node also checks for each file
 * whether one of its parent folders is a link.
 */
import { existsSync, lstatSync, readFileSync, realpathSync } from 'node:fs'
import { type ResolveFnOutput, type ResolveHookContext, registerHooks } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { isOwnEntry, ownEntries } from './own-entries.ts'
import { packageSource } from './package-root.ts'

/** URL of the source of this package. */
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

/** Targets of specifiers, keyed by the folder whose `node_modules` contains the package, and the specifier. */
const libraries = new Map<string, ResolveFnOutput>()

function isImport(context: ResolveHookContext): context is ResolveHookContext & { parentURL: string } {
  return context.conditions.includes('import') && context.parentURL?.startsWith('file:') === true
}

/** Returns the package of a specifier, `drizzle-orm` of `drizzle-orm/sqlite-core`; `undefined` if it names none. */
function packageOf(specifier: string): string | undefined {
  return /^(?:@[\w.-]+\/)?[a-zA-Z0-9][\w.-]*(?=\/|$)/.exec(specifier)?.[0]
}

const homes = new Map<string, string | null>()

/** Returns the nearest folder, from this one upwards, whose `node_modules` contains the package. */
function homeOf(name: string, folder: string): string | null {
  const key = `${folder} ${name}`
  const known = homes.get(key)
  if (known !== undefined) return known
  const home = isThere(join(folder, 'node_modules', name)) ? folder : above(folder, (next) => homeOf(name, next))
  homes.set(key, home ?? null)
  return home ?? null
}

/** Returns whether a file exists. A path that must not be read, such as one above a linked package, is absent. */
function isThere(path: string): boolean {
  try {
    return existsSync(path)
  } catch {
    return false
  }
}

/** Resolves a module of this package that another one imports by its path. All of them exist and are TypeScript. */
function resolveOwn(specifier: string, parentURL: string): ResolveFnOutput | undefined {
  if (!specifier.endsWith('.ts') || !parentURL.startsWith(OWN_SOURCE)) return undefined
  const url = new URL(specifier, parentURL).href
  if (!url.startsWith(OWN_SOURCE)) return undefined
  return { url, format: 'module-typescript', shortCircuit: true }
}

/** Resolves a module that another one of the same library imports by its path. */
function resolveSibling(specifier: string, parentURL: string): ResolveFnOutput | undefined {
  if (!specifier.endsWith('.js') || !parentURL.includes('/node_modules/')) return undefined
  const url = new URL(specifier, parentURL).href
  const path = fileURLToPath(url)
  const folder = dirname(path)
  if (!isModuleFolder(folder) || !isRealFolder(folder) || !isFileItself(path)) return undefined
  return { url, format: 'module', shortCircuit: true }
}

const realFolders = new Map<string, boolean>()

/** Returns whether a folder is reached without a link. */
function isRealFolder(folder: string): boolean {
  const isReal = realFolders.get(folder) ?? (isThere(folder) && realpathSync.native(folder) === folder)
  realFolders.set(folder, isReal)
  return isReal
}

/** Returns whether a path is that of a file, not of a link. A path that must not be read counts as absent. */
function isFileItself(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true
  } catch {
    return false
  }
}

const moduleFolders = new Map<string, boolean>()

/** Returns whether `.js` means an ES module in a folder, according to the nearest package.json. */
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
