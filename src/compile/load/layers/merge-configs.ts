import type { Collection } from '../../../config/collection.ts'
import type { PluginUse } from '../../../config/plugin.ts'
import { isPlainObject, type PlainObject } from '../../plain-object.ts'
import { copyOf, rememberLayers } from './layered.ts'
import { mergeMaps } from './merge-maps.ts'
import { ENVIRONMENTS, foldOverrides } from './overrides.ts'

/**
 * Depth to which the options of a config are merged by name: at 1 whatever has a name is one whole. An option that is not
 * here is one whole itself.
 */
const CONFIG: Readonly<Record<string, number>> = {
  environments: ENVIRONMENTS,
  roles: 1,
  cors: 1,
  locales: 1,
  slowRequests: 1,
  dropped: 1,
  lossy: 1,
}

const COLLECTION: Readonly<Record<string, number>> = { fields: 1, access: 1, dropped: 1, lossy: 1 }

/** Merges configs, the first of which goes before the others. */
export function mergeConfigs(...given: readonly unknown[]): PlainObject {
  const maps = given.filter(isPlainObject)
  const configs = maps.filter((config) => Object.keys(config).length > 0).map(foldOverrides)
  const [first = maps[0] ?? {}, ...others] = configs
  const merged = mergeOptions(configs, CONFIG)
  const lists = {
    ...(merged.collections !== undefined && {
      collections: mergeLists(configs, 'collections', nameOf, mergeCollections),
    }),
    ...(merged.plugins !== undefined && { plugins: mergeLists(configs, 'plugins', pluginOf, mergeUses) }),
  }
  const config = copyOf(first, others.length === 0 ? first : { ...merged, ...lists })
  return rememberLayers(config, configs)
}

function mergeOptions(layers: readonly PlainObject[], depths: Readonly<Record<string, number>>): PlainObject {
  const options = Map.groupBy(layers.flatMap(Object.entries<unknown>), ([name]) => name)
  const merged = [...options].map(([name, entries]) => {
    const [nearest, ...others] = entries.map(([, value]) => value)
    const depth = depths[name]
    if (depth === undefined) return [name, nearest] as const
    const merge = (above: unknown, below: unknown) =>
      isPlainObject(above) && isPlainObject(below) ? mergeMaps(above, below, depth) : above
    return [name, others.reduce(merge, nearest)] as const
  })
  return Object.fromEntries(merged)
}

/** Merges lists by what is in them: in the order of the lowest layer, with what is new behind. */
function mergeLists(
  layers: readonly PlainObject[],
  option: string,
  nameIn: (item: unknown) => unknown,
  merge: (items: readonly object[]) => object,
): unknown {
  const lists = layers.map((layer) => layer[option]).filter((list) => list !== undefined)
  if (!lists.every(Array.isArray)) return lists[0] // the checks say so
  const byName = Map.groupBy(lists.toReversed().flat() as unknown[], (item) => nameIn(item) ?? item)
  return [...byName.values()].map((items) => (items.length === 1 ? items[0] : merge(items.toReversed() as object[])))
}

function nameOf(item: unknown): unknown {
  return isPlainObject(item) ? item.name : undefined
}

function pluginOf(item: unknown): unknown {
  return isPlainObject(item) ? nameOf(item.plugin) : undefined
}

function mergeCollections(collections: readonly object[]): object {
  const [nearest] = collections as readonly Collection[] // items with the name of a collection
  if (!nearest) return {}
  const merged = mergeOptions(collections as readonly PlainObject[], COLLECTION)
  return rememberLayers(copyOf(nearest, merged), collections)
}

/** The nearest layer's plugin, with the settings of all. */
function mergeUses(uses: readonly object[]): object {
  const [nearest] = uses as readonly PluginUse[] // items with the name of a plugin
  if (!nearest) return {}
  const settings = mergeOptions(uses as readonly PlainObject[], { settings: 1 }).settings
  return rememberLayers(copyOf(nearest, { plugin: nearest.plugin, settings }), uses)
}
