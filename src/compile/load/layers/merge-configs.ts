import type { Collection } from '../../../config/collection.ts'
import type { PluginUse } from '../../../config/plugin.ts'
import { isPlainObject, type PlainObject } from '../../plain-object.ts'
import { copyOf, rememberLayers } from './layered.ts'
import { mergeOptions } from './merge-maps.ts'
import { foldOverrides, mergeEnvironments } from './overrides.ts'

/**
 * Depth to which options of a config are merged by name: at 1, each named value is replaced as a unit. An option
 * without a depth is itself replaced as a unit. `collections`, `plugins` and `environments` are merged separately.
 */
const CONFIG: Readonly<Record<string, number>> = {
  roles: 1,
  cors: 1,
  locales: 1,
  slowRequests: 1,
  dropped: 1,
  lossy: 1,
}

const COLLECTION: Readonly<Record<string, number>> = { fields: 1, access: 1, dropped: 1, lossy: 1 }

/** Merges configs. Each one takes precedence over those after it. */
export function mergeConfigs(files: readonly PlainObject[]): PlainObject {
  const configs = files.map(foldOverrides)
  const [first = {}, ...rest] = configs
  const merged = mergeOptions(configs, CONFIG)
  const lists = {
    ...(merged.collections !== undefined && {
      collections: mergeLists(configs, 'collections', nameOf, mergeCollections),
    }),
    ...(merged.plugins !== undefined && { plugins: mergeLists(configs, 'plugins', pluginOf, mergeUses) }),
    ...(isPlainObject(merged.environments) && {
      environments: mergeEnvironments(configs.map(({ environments }) => environments).filter(isPlainObject)),
    }),
  }
  const config = copyOf(first, rest.length === 0 ? first : { ...merged, ...lists })
  return rememberLayers(config, configs)
}

/** Merges lists by the names of their items. Items have the order of the lowest layer, then of those above it. */
function mergeLists(
  layers: readonly PlainObject[],
  option: string,
  nameIn: (item: unknown) => unknown,
  merge: (items: readonly object[]) => object,
): unknown {
  const lists = layers.map((layer) => layer[option]).filter((list) => list !== undefined)
  if (!lists.every(Array.isArray)) return lists[0] // the checks report it
  // Only items of different layers are merged: the checks report a name that a layer uses twice.
  const named = lists.toReversed().flatMap((list: readonly unknown[]) => {
    const names = list.map(nameIn)
    return list.map((item, index) => [names.indexOf(names[index]) === index ? (names[index] ?? item) : item, item])
  })
  const byName = Map.groupBy(named, ([name]) => name)
  return [...byName.values()].map((entries) => {
    const items = entries.map(([, item]) => item)
    return items.length === 1 ? items[0] : merge(items.toReversed() as object[])
  })
}

function nameOf(item: unknown): unknown {
  return isPlainObject(item) ? item.name : undefined
}

function pluginOf(item: unknown): unknown {
  return isPlainObject(item) ? nameOf(item.plugin) : undefined
}

function mergeCollections(collections: readonly object[]): object {
  const [nearest] = collections as readonly Collection[] // named items of `collections`
  if (!nearest) return {}
  const merged = mergeOptions(collections as readonly PlainObject[], COLLECTION)
  return rememberLayers(copyOf(nearest, merged), collections)
}

/** Merges uses of a plugin: the plugin of the nearest layer, with the settings of all layers. */
function mergeUses(uses: readonly object[]): object {
  const [nearest] = uses as readonly PluginUse[] // named items of `plugins`
  if (!nearest) return {}
  const settings = mergeOptions(uses as readonly PlainObject[], { settings: 1 }).settings
  return rememberLayers(copyOf(nearest, { plugin: nearest.plugin, settings }), uses)
}
