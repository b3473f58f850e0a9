import type { ManifestCollection, Schema, SchemaTable } from '../../../manifest/index.ts'
import { collectionTables } from './collection-tables.ts'
import { collectionTriggers, type FieldTypes } from './collection-triggers.ts'
import { contentCountTriggers } from './content-triggers.ts'
import { generationTriggers } from './generation-triggers.ts'
import { type PluginTables, pluginTable } from './plugin-tables.ts'

/**
 * Returns the database schema for a config: tables of plugins, tables of collections, and triggers. It does not depend
 * on the order of collections, plugins and fields.
 * @param types field types by kind. Default: the built-in ones
 */
export function modelSchema(
  collections: readonly ManifestCollection[],
  pluginTables: readonly PluginTables[],
  types?: FieldTypes,
): Schema {
  const tables = [
    ...pluginTables.flatMap(({ owner, tables }) => tables.map((table) => pluginTable(owner, table))),
    ...collections.flatMap(collectionTables),
  ].sort(byName)
  const triggers = [
    ...collections.flatMap((collection) => collectionTriggers(collection, types)),
    ...(countsContent(tables) ? contentCountTriggers() : []),
    ...generationTriggers(collections, tables, Object.assign({}, ...pluginTables.map(({ targets }) => targets))),
  ].sort(byName)
  return { tables, triggers }
}

function countsContent(tables: readonly SchemaTable[]): boolean {
  return ['content', 'content_counts'].every((name) => tables.some((table) => table.name === name))
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0
}
