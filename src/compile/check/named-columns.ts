import { getTableConfig, type SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { PluginSpec } from '../../config/plugin.ts'
import { pathOfPart } from '../../config/plugin-groups.ts'
import { atKey, atValue, type Finding } from '../diagnostics/diagnostic.ts'
import { didYouMean } from '../diagnostics/did-you-mean.ts'
import { tableName } from '../table-name.ts'
import type { Check } from './context.ts'

/** Options in which plugins declare that columns contain names or ids, with words for messages. */
const NAMED = {
  collectionColumns: {
    held: 'the name of a collection',
    none: 'so it cannot contain names of collections',
    hint: 'Renames are applied to columns with a plain name: `text(…)` without a mode.',
  },
  accountColumns: {
    held: 'the id of an account',
    none: 'so no row of it belongs to an account',
    hint: 'Ids of accounts are text: `text(…)` without a mode.',
  },
} as const

type Part = keyof typeof NAMED

/**
 * Checks that columns with names of collections, or with ids of accounts, are text columns of the plugin's own tables,
 * and that targets of references are such tables.
 */
export const checkNamedColumns: Check = ({ plugins }) =>
  plugins.flatMap(({ plugin }) => [
    ...checkPlugin(plugin, 'collectionColumns'),
    ...checkPlugin(plugin, 'accountColumns'),
    ...Object.keys(plugin.data?.targets ?? {}).flatMap((target) => checkShown(plugin, target)),
  ])

/** Checks that a target is a table of the plugin, and that the columns in its `shows` belong to the plugin's tables. */
function checkShown(plugin: PluginSpec, target: string): Finding[] {
  const tables = ownTables(plugin)
  const shows = plugin.data?.targets?.[target]?.shows ?? {}
  const at = (...path: (string | number)[]) => atKey(plugin, ...pathOfPart('targets'), target, ...path)
  if (!tables.has(target)) return [unknownTable(plugin, target, 'so references cannot lead to it', tables, at())]
  return Object.entries(shows).flatMap(([name, columns]) => {
    const table = tables.get(name)
    if (!table) return [unknownTable(plugin, name, 'so it cannot be shown', tables, at('shows', name))]
    const names = getTableConfig(table).columns.map((column) => column.name)
    return columns.flatMap((column, index) =>
      names.includes(column)
        ? []
        : [unknownColumn(name, column, names, atValue(plugin, ...pathOfPart('targets'), target, 'shows', name, index))],
    )
  })
}

function ownTables(plugin: PluginSpec): Map<string, SQLiteTable> {
  return new Map(
    Object.values(plugin.data?.tables ?? {}).flatMap((table) => {
      const name = tableName(table)
      return name === null ? [] : [[name, table] as const]
    }),
  )
}

function unknownTable(
  { name: plugin }: PluginSpec,
  name: string,
  effect: string,
  tables: ReadonlyMap<string, unknown>,
  at: Finding['at'],
): Finding {
  const message = `The plugin ${plugin} has no table '${name}' of its own, ${effect}.`
  return { code: 'unknown-table', message, ...didYouMean(name, [...tables.keys()]), at }
}

function unknownColumn(table: string, column: string, names: readonly string[], at: Finding['at']): Finding {
  const message = `The table '${table}' has no column '${column}'.`
  return { code: 'unknown-column', message, ...didYouMean(column, names), at }
}

function checkPlugin(plugin: PluginSpec, part: Part): Finding[] {
  const tables = ownTables(plugin)
  return Object.entries(plugin.data?.[part] ?? {}).flatMap(([name, columns]) => {
    const table = tables.get(name)
    if (table) return columns.flatMap((column, index) => checkColumn([plugin, part], { name, table }, column, index))
    return [unknownTable(plugin, name, NAMED[part].none, tables, atKey(plugin, ...pathOfPart(part), name))]
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
  const at = atValue(plugin, ...pathOfPart(part), name, index)
  if (!found) {
    return [
      unknownColumn(
        name,
        column,
        columns.map((candidate) => candidate.name),
        at,
      ),
    ]
  }
  if (found.dataType === 'string') return []
  const message = `The column '${column}' of '${name}' cannot contain ${NAMED[part].held}: it is not a text column.`
  return [{ code: 'not-a-text-column', message, hint: NAMED[part].hint, at }]
}
