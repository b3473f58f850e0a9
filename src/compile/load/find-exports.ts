import type { Collection, CollectionAccess } from '../../config/collection.ts'
import type { PluginSpec, PluginUse } from '../../config/plugin.ts'
import { originOf } from '../../ground/origin.ts'
import { layersOf } from './layers/layered.ts'
import { importModule } from './load-project.ts'
import { pathOfModule } from './module-hooks.ts'

/** Export of a file. The default export has the name `default`. */
export interface ProgramExport {
  /** Absolute path. */
  readonly file: string
  readonly name: string
}

/**
 * Exports that the generated program imports: plugins, and collections with rules that are functions.
 */
export interface ProgramExports {
  readonly plugins: readonly ProgramExport[]
  readonly functions: readonly {
    /** Collection and operation: `posts.read`. */
    readonly key: string
    readonly operation: keyof CollectionAccess
    readonly exported: ProgramExport
  }[]
}

/** Finds the exports, and the declarations that no file exports. */
export async function findExports(
  plugins: readonly PluginUse[],
  collections: readonly Collection[],
): Promise<ProgramExports & { readonly missing: readonly (PluginSpec | Collection)[] }> {
  const missing: (PluginSpec | Collection)[] = []
  const found: ProgramExport[] = []
  for (const { plugin } of plugins) {
    const exported = await findExport(plugin, (value) => (value as { plugin?: unknown } | null)?.plugin === plugin)
    if (exported) found.push(exported)
    else missing.push(plugin)
  }
  const functions: ProgramExports['functions'][number][] = []
  for (const collection of collections) {
    const operations = functionRules(collection)
    if (operations.length === 0) continue
    for (const operation of operations) {
      const declaring = layersOf(collection).find((layer) => declares(layer, operation)) ?? collection
      const exported = await findExport(declaring, (value) => value === declaring)
      if (exported) functions.push({ key: `${collection.name}.${operation}`, operation, exported })
      else missing.push(collection)
    }
  }
  return { plugins: found, functions: functions.sort((a, b) => (a.key < b.key ? -1 : 1)), missing }
}

function functionRules(collection: Collection): (keyof CollectionAccess)[] {
  const operations = Object.entries(collection.access ?? {}).filter(([, rule]) => typeof rule === 'function')
  return operations.map(([operation]) => operation as keyof CollectionAccess).sort() // the checks verify the names
}

function declares(layer: object, operation: keyof CollectionAccess): boolean {
  return (layer as Collection).access?.[operation] !== undefined // a layer of a collection is a collection
}

/** Finds the first export, by name, of the declaration's file for which `matches` returns `true`. */
async function findExport(declaration: object, matches: (value: unknown) => boolean): Promise<ProgramExport | null> {
  const origin = originOf(declaration)
  const file = origin ? pathOfModule(origin.url) : null
  if (file === null) return null
  const exports = await importModule(file)
  const name = Object.keys(exports)
    .sort()
    .find((key) => matches(exports[key]))
  return name === undefined ? null : { file, name }
}
