import { readFileSync, realpathSync, statSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { dirname, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { builtinAddress, builtinSource } from './builtin-modules.ts'
import { ModuleGraph } from './module-graph.ts'
import { isOwnEntry } from './own-entries.ts'
import { transformJsx } from './transform-jsx.ts'
import { isWorkerModule, workerModuleSource } from './worker-modules.ts'

const graphs = new Map<string, ModuleGraph>()
let installed = false

/**
 * Returns the module graph of a project. From then on, Node loads the files of the project under versions, transforms
 * their JSX, and replaces modules of workerd with stand-ins.
 */
export function moduleGraphOf(root: string): ModuleGraph {
  if (!installed) install()
  installed = true
  const graph = graphs.get(root) ?? new ModuleGraph(root)
  graphs.set(root, graph)
  return graph
}

/** Query parameter with the number of an evaluation. Each evaluation has its own instances of the project's modules. */
const EVALUATION = 'evaluation'

/** Returns the address of a file in an evaluation. The first evaluation needs no number. */
export function addressOf(path: string, evaluation: number): string {
  const address = pathToFileURL(path).href
  return evaluation === 1 ? address : `${address}?${EVALUATION}=${evaluation}`
}

/** Returns the path of a module without its version; `null` for a module that is not a file. */
export function pathOfModule(url: string): string | null {
  return url.startsWith('file:') ? fileURLToPath(url.replace(/[?#].*$/, '')) : null
}

function install(): void {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      if (isWorkerModule(specifier)) return { url: specifier, format: 'module', shortCircuit: true }
      const builtin = builtinAddress(specifier)
      if (builtin !== undefined && isOfProject(context.parentURL)) {
        return { url: builtin, format: 'module', shortCircuit: true }
      }
      if (isOwnEntry(specifier)) return nextResolve(specifier, context)
      const resolved = resolveProjectFile(specifier, context.parentURL) ?? nextResolve(specifier, context)
      const evaluation = evaluationOf(specifier) ?? evaluationOf(context.parentURL ?? '') ?? ''
      return { ...resolved, url: versioned(resolved.url, context.parentURL, evaluation) }
    },
    load(url, context, nextLoad) {
      if (isWorkerModule(url)) {
        return { format: 'module', source: workerModuleSource(url), shortCircuit: true }
      }
      const builtin = builtinSource(url)
      if (builtin !== undefined) return { format: 'module', source: builtin, shortCircuit: true }
      const path = pathOfModule(url)
      const overlaid = path === null ? undefined : overlaidText(path)
      if (typeof overlaid === 'string') return { format: 'module-typescript', source: overlaid, shortCircuit: true }
      if (path?.endsWith('x') && /\.[jt]sx$/.test(path)) {
        return { format: 'module', source: transformJsx(path, readFileSync(path, 'utf8')), shortCircuit: true }
      }
      return nextLoad(url, context)
    },
  })
}

/**
 * Resolves a file of a project that is imported by its path. Skips the resolution of packages, which takes Node longer
 * than the rest of loading. The file is an ES module, regardless of package.json.
 */
function resolveProjectFile(specifier: string, importerUrl: string | undefined) {
  const path = pathOfSpecifier(specifier, importerUrl)
  if (!path?.endsWith('.ts')) return undefined
  const overlaid = overlaidText(path)
  if (overlaid === null) throw notFound(path, importerUrl)
  if (overlaid !== undefined) return { url: pathToFileURL(path).href, format: 'module-typescript', shortCircuit: true }
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return undefined
  const real = realpathSync.native(path)
  if (!ownerOf(real)) return undefined
  return { url: pathToFileURL(real).href, format: 'module-typescript', shortCircuit: true }
}

function pathOfSpecifier(specifier: string, importerUrl: string | undefined): string | null {
  if (!specifier.startsWith('.')) return pathOfModule(specifier)
  const importer = importerUrl === undefined ? null : pathOfModule(importerUrl)
  return importer === null ? null : resolve(dirname(importer), specifier)
}

const MARK = new RegExp(`[?&]${EVALUATION}=\\d+$`)

/** Returns the parameter of the evaluation, `&evaluation=2`, which a module passes on to its imports. */
function evaluationOf(url: string): string | undefined {
  const [mark] = (url.startsWith('file:') && MARK.exec(url)) || []
  return mark?.replace('?', '&')
}

function versioned(url: string, importerUrl: string | undefined, evaluation: string): string {
  const path = pathOfModule(url)
  if (path === null) return url
  const graph = ownerOf(path)
  if (!graph) return url
  const version = graph.version(path, importerUrl === undefined ? null : pathOfModule(importerUrl))
  return `${pathToFileURL(path).href}?v=${version}${evaluation}`
}

/** Returns whether the importer is a file of a project, or a module with a `data:` URL. */
function isOfProject(importerUrl = ''): boolean {
  const path = pathOfModule(importerUrl)
  return path === null ? importerUrl.startsWith('data:') : ownerOf(path) !== undefined
}

/** Returns the error that Node throws for a missing file. */
function notFound(path: string, importerUrl: string | undefined): Error {
  const importer = importerUrl === undefined ? null : pathOfModule(importerUrl)
  const message = `Cannot find module '${path}'${importer === null ? '' : ` imported from ${importer}`}`
  return Object.assign(new Error(message), { code: 'ERR_MODULE_NOT_FOUND' })
}

/** Returns the text that replaces a file; `null` if the file counts as absent, `undefined` if nothing replaces it. */
export function overlaidText(path: string): string | null | undefined {
  return ownerOf(path)?.overlaid(path)
}

/** Returns the graph of the innermost project that contains a file. */
function ownerOf(path: string): ModuleGraph | undefined {
  let owner: ModuleGraph | undefined
  for (const graph of graphs.values()) {
    if (graph.owns(path) && (!owner || graph.root.length > owner.root.length)) owner = graph
  }
  return owner
}
