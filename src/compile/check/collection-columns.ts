import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { PluginSpec } from '../../config/plugin.ts'
import { atKey, atValue, type Finding } from '../diagnostics/diagnostic.ts'
import { didYouMean } from '../diagnostics/nearest.ts'
import type { Check } from './context.ts'
import { tableName } from './plugin-tables.ts'

/** Columns that hold names of collections are text columns of the plugin's own tables. */
export const checkCollectionColumns: Check = ({ plugins }) => plugins.flatMap(({ plugin }) => checkPlugin(plugin))

function checkPlugin(plugin: PluginSpec): Finding[] {
  const own = Object.values(plugin.tables ?? {}).filter((table) => tableName(table) !== null)
  const tables = new Map(own.map((table) => [tableName(table) ?? '', table]))
  return Object.entries(plugin.collectionColumns ?? {}).flatMap(([name, columns]) => {
    const table = tables.get(name)
    if (table) return columns.flatMap((column, index) => checkColumn(plugin, { name, table }, column, index))
    const message = `The plugin ${plugin.name} has no table '${name}' of its own, so it holds no names of collections.`
    const at = atKey(plugin, 'collectionColumns', name)
    return [{ code: 'unknown-table', message, ...didYouMean(name, [...tables.keys()]), at }]
  })
}

function checkColumn(
  plugin: PluginSpec,
  { name, table }: { readonly name: string; readonly table: SQLiteTable },
  column: string,
  index: number,
): Finding[] {
  const { columns } = getTableConfig(table)
  const found = columns.find((candidate) => candidate.name === column)
  const at = atValue(plugin, 'collectionColumns', name, index)
  if (!found) {
    const names = columns.map((candidate) => candidate.name)
    const message = `The table '${name}' has no column '${column}'.`
    return [{ code: 'unknown-column', message, ...didYouMean(column, names), at }]
  }
  if (found.dataType === 'string') return []
  const message = `The column '${column}' of '${name}' cannot hold the name of a collection: it is no text column.`
  const hint = 'A rename is carried into columns that hold one name as it is: `text(…)` without a mode.'
  return [{ code: 'not-a-text-column', message, hint, at }]
}
