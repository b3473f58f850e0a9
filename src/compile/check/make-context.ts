import type { Collection } from '../../config/collection.ts'
import type { Config } from '../../config/config.ts'
import type { PluginUse } from '../../config/plugin.ts'
import { type FieldType, isField } from '../../fields/field-type.ts'
import { fieldTypes as builtInFieldTypes } from '../../fields/index.ts'
import { atValue, type Position } from '../diagnostics/diagnostic.ts'
import { builtInRoles } from '../lower/roles.ts'
import { tableName } from '../table-name.ts'
import type { CheckContext } from './context.ts'
import type { CheckedFields } from './field-options.ts'
import { type FieldSite, fieldSites } from './field-sites.ts'
import type { Collections } from './sound-collections.ts'

/** Creates the context of the checks, with the usable parts and all known names. */
export function makeContext(
  config: Config,
  systemPlugins: readonly PluginUse[],
  declaredPlugins: readonly PluginUse[],
  collections: Collections,
  parents: Map<object, Position>,
): CheckContext {
  const plugins = [...systemPlugins, ...declaredPlugins]
  const fields = collections.sound.flatMap((collection) => allFields(collection, parents))
  return {
    config,
    collections: collections.sound,
    collectionNames: collections.names,
    fields,
    plugins,
    systemNames: new Set(systemPlugins.map(({ plugin }) => plugin.name)),
    fieldTypes: fieldTypesOf(plugins),
    roles: new Set([...Object.keys(builtInRoles), ...Object.keys(config.roles ?? {})]),
    targets: new Set(['users', ...plugins.flatMap(({ plugin }) => Object.keys(plugin.data?.targets ?? {}))]),
    pluginTables: new Map(plugins.flatMap(({ plugin }) => tablesOf(plugin).map((table) => [table, plugin.name]))),
  }
}

/** Returns the context with usable fields in place of those with mistakes. */
export function withSoundFields(
  context: CheckContext,
  { sites, replaced }: CheckedFields,
  parents: Map<object, Position>,
): CheckContext {
  for (const [declared, field] of replaced) if (declared !== field) parents.set(field, atValue(declared))
  const sound = new Map<Collection, Collection>()
  for (const collection of context.collections) {
    const fields = Object.entries(collection.fields).map(([name, field]) => [name, replaced.get(field)] as const)
    const isWhole = fields.every(([name, field]) => field === collection.fields[name])
    // Broken fields are undefined, which every check expects.
    const rest = isWhole ? collection : { ...collection, fields: Object.fromEntries(fields) as Collection['fields'] }
    if (!isWhole) parents.set(rest, atValue(collection))
    sound.set(collection, rest)
  }
  return {
    ...context,
    collections: [...sound.values()],
    fields: sites.map((site) => ({ ...site, collection: sound.get(site.collection) ?? site.collection })),
  }
}

function allFields(collection: Collection, parents: Map<object, Position>): FieldSite[] {
  const declared = Object.entries(collection.fields).filter(([, field]) => isField(field))
  for (const [name, field] of declared) parents.set(field, atValue(collection, 'fields', name))
  return fieldSites({ ...collection, fields: Object.fromEntries(declared) }).map((site) => ({ ...site, collection }))
}

/**
 * Returns field types by kind. Built-in types take precedence, so that no plugin can replace them. The object has no
 * inherited properties.
 */
function fieldTypesOf(plugins: readonly PluginUse[]): Readonly<Record<string, FieldType>> {
  const types = plugins.flatMap(({ plugin }) => plugin.data?.fieldTypes ?? [])
  const declared = types.toReversed().map((type) => [type.kind, type] as const)
  return Object.assign(Object.create(null), Object.fromEntries(declared), builtInFieldTypes)
}

function tablesOf(plugin: PluginUse['plugin']): string[] {
  return Object.values(plugin.data?.tables ?? {}).flatMap((table) => tableName(table) ?? [])
}
