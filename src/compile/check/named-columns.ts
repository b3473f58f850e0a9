import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { PluginSpec } from '../../config/plugin.ts'
import { atKey, atValue, type Finding } from '../diagnostics/diagnostic.ts'
import { didYouMean } from '../diagnostics/did-you-mean.ts'
import type { Check } from './context.ts'
import { tableName } from './plugin-tables.ts'

/** Columns that a plugin names for what they hold: by the part of its declaration, in words. */
const NAMED = {
  collectionColumns: {
    held: 'the name of a collection',
    none: 'so it holds no names of collections',
    hint: 'A rename is carried into columns that hold one name as it is: `text(…)` without a mode.',
  },
  accountColumns: {
    held: 'the id of an account',
    none: 'so no row of it belongs to an account',
    hint: 'Ids of accounts are text: `text(…)` without a mode.',
  },
} as const

type Part = keyof typeof NAMED

/** Columns that hold names of collections, or ids of accounts, are text columns of the plugin's own tables. */
export const checkNamedColumns: Check = ({ plugins }) =>
  plugins.flatMap(({ plugin }) => [
    ...checkPlugin(plugin, 'collectionColumns'),
    ...checkPlugin(plugin, 'accountColumns'),
  ])

function checkPlugin(plugin: PluginSpec, part: Part): Finding[] {
  const own = Object.values(plugin.tables ?? {}).filter((table) => tableName(table) !== null)
  const tables = new Map(own.map((table) => [tableName(table) ?? '', table]))
  return Object.entries(plugin[part] ?? {}).flatMap(([name, columns]) => {
    const table = tables.get(name)
    if (table) return columns.flatMap((column, index) => checkColumn([plugin, part], { name, table }, column, index))
    const message = `The plugin ${plugin.name} has no table '${name}' of its own, ${NAMED[part].none}.`
    const at = atKey(plugin, part, name)
    return [{ code: 'unknown-table', message, ...didYouMean(name, [...tables.keys()]), at }]
  })
}

function checkColumn(
  [plugin, part]: readonly [PluginSpec, Part],
  { name, table }: { readonly name: string; readonly table: SQLiteTable },
  column: string,
  index: number,
): Finding[] {
  const { columns } = getTableConfig(table)
  const found = columns.find((candidate) => candidate.name === column)
  const at = atValue(plugin, part, name, index)
  if (!found) {
    const names = columns.map((candidate) => candidate.name)
    const message = `The table '${name}' has no column '${column}'.`
    return [{ code: 'unknown-column', message, ...didYouMean(column, names), at }]
  }
  if (found.dataType === 'string') return []
  const message = `The column '${column}' of '${name}' cannot hold ${NAMED[part].held}: it is not a text column.`
  return [{ code: 'not-a-text-column', message, hint: NAMED[part].hint, at }]
}
