import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathOfPart } from '../../config/plugin-groups.ts'
import type { Manifest, ManifestCode } from '../../manifest/index.ts'
import type { ProgramExports } from '../load/find-exports.ts'
import { type CutFunction, loadCutter } from './cut-function.ts'
import { hashReached } from './hash-reached.ts'
import { isOfLintel, lintelLabel, lintelVersion, packageOfFile } from './module-name.ts'
import type { Overlay } from './overlay-files.ts'
import type { ProgramGraph } from './program-graph.ts'

export interface CodeSource {
  readonly root: string
  readonly graph: ProgramGraph
  readonly manifest: Pick<Manifest, 'collections' | 'plugins'>
  readonly exports: ProgramExports
  /** Entries of the graph that the worker begins with: its main modules, and modules that replace any others. */
  readonly workerEntries: ReadonlySet<string>
  readonly overlay: Overlay
}

/** A source, with the function that cuts its modules; `null` if nothing has to be cut. */
type CutSource = CodeSource & { readonly cut: CutFunction | null }

/** Returns the code of a program: a hash for each part that a review can name. */
export async function codeOf(modules: CodeSource): Promise<ManifestCode> {
  const { root, graph, exports, workerEntries } = modules
  const { system, declared } = pluginsOf(modules)
  const own = declared.filter(({ file, hooks }) => hooks.length > 0 && isOfProject(root, file))
  const source = { ...modules, cut: exports.functions.length + own.length > 0 ? await loadCutter() : null }
  const workerModules = graph.entries
    .filter(({ specifier }) => workerEntries.has(specifier))
    .flatMap(({ paths }) => paths)
  return {
    functions: Object.fromEntries(exports.functions.map((rule) => [rule.key, hashOfRule(source, rule)])),
    hooks: Object.fromEntries(
      own.flatMap((plugin) =>
        plugin.hooks.map((event) => [`${plugin.name}.${event}`, hashOfHook(source, plugin, event)]),
      ),
    ),
    lintel: lintelVersion(),
    plugins: Object.fromEntries([
      ...system.map(({ name }) => [name, lintelLabel()] as const),
      ...declared.map(({ name, file }) => [name, hashOfPlugin(source, file)] as const),
    ]),
    worker: workerModules.length === 0 ? null : hashReached(graph, workerModules),
  }
}

function isOfProject(root: string, file: string): boolean {
  return packageOfFile(file) === null && !isOfLintel(root, file)
}

/** A plugin of the config, with the absolute path of the module that exports it. */
type DeclaredPlugin = Manifest['plugins'][number] & { readonly file: string }

function pluginsOf({ manifest, exports }: Pick<CodeSource, 'manifest' | 'exports'>) {
  const plugins = manifest.plugins.filter(({ system }) => !system)
  return {
    system: manifest.plugins.filter(({ system }) => system),
    declared: plugins.map((plugin, index): DeclaredPlugin => ({ ...plugin, file: exports.plugins[index]?.file ?? '' })),
  }
}

/** Returns a plugin's hash, after the label of its package if it is installed; for a plugin of Lintel, the label. */
function hashOfPlugin({ root, graph }: CodeSource, file: string): string {
  if (isOfLintel(root, file)) return lintelLabel()
  return hashReached(graph, [file], '', packageOfFile(file))
}

/**
 * Hashes an access rule. If the rule can be cut out of its module, only that part counts, because rules do not depend
 * on the collection's fields. Everything that the module imports counts in any case.
 */
function hashOfRule(source: CutSource, { key, operation, exported: { file } }: ProgramExports['functions'][number]) {
  const collection = source.manifest.collections.find(({ name }) => `${name}.${operation}` === key)
  const cut = cutOf(source, file, collection?.source ?? '', ['access', operation])
  if (!cut?.isAlone || isReplaced(source, file)) return hashReached(source.graph, [file])
  return hashReached(source.graph, pathsOf(source, file, new Set()), cut.text)
}

/** Tells whether the bundler finds another module under Lintel's name, whose calls may run code of the project. */
function isReplaced({ graph }: CodeSource, file: string): boolean {
  const imports = graph.modules.get(file)?.imports ?? []
  return imports.some(({ specifier, paths }) => specifier === 'lintel' && paths.length > 0)
}

/** Hashes a hook. The plugin's own hash covers the whole plugin; this one shows which changes affect the hook. */
function hashOfHook(source: CutSource, { file, source: position }: DeclaredPlugin, event: string): string {
  const cut = cutOf(source, file, position, [...pathOfPart('hooks'), event])
  if (cut === null) return hashReached(source.graph, [file])
  return hashReached(source.graph, pathsOf(source, file, cut.unused), cut.text)
}

/** @param position position of the declaration: `collections/posts.ts:14` */
function cutOf({ root, overlay, cut }: CutSource, file: string, position: string, path: readonly string[]) {
  const [, name = '', line] = /^(.*):(\d+)$/.exec(position) ?? []
  if (resolve(root, name) !== file) return null
  return cut?.(file, overlay.get(file) ?? readFileSync(file, 'utf8'), Number(line), path) ?? null
}

/** Returns the modules that a module imports, except those that some specifiers lead to. */
function pathsOf({ graph }: CodeSource, file: string, without: ReadonlySet<string>): readonly string[] {
  const imports = graph.modules.get(file)?.imports ?? []
  return imports.filter(({ specifier }) => !without.has(specifier)).flatMap(({ paths }) => paths)
}
