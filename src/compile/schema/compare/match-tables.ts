import type { Schema, SchemaTable } from '../../../manifest/index.ts'
import { columnOf, joinOf, joinsOf } from '../steps/facts.ts'
import type { CollectionChanges, KeptCollection } from './diff-collections.ts'
import { diffTable, type TableChange } from './diff-table.ts'

/** Changes to the tables. Full-text tables are left out: they are created again whenever they differ. */
export interface TableChanges {
  readonly created: readonly SchemaTable[]
  readonly kept: readonly TableChange[]
  readonly dropped: readonly SchemaTable[]
  /** Renamed tables: new → old. */
  readonly renamed: ReadonlyMap<string, string>
  /** Join tables that are dropped after other tables have taken their names. Until then, they are called `to`. */
  readonly parked: readonly { readonly table: SchemaTable; readonly to: string }[]
}

/** Compares the tables of two schemas. The collections determine which of them continue each other. */
export function matchTables(base: Schema, target: Schema, changes: CollectionChanges): TableChanges {
  const renames = namesOfCollections(changes)
  const baseTables = new Map(base.tables.filter(isOrdinary).map((table) => [table.name, table]))
  const moved = new Set(renames.tables.values())
  const lists = new Set(changes.kept.flatMap(endedLists))
  const gone = new Set([...changes.dropped.flatMap(tablesOf), ...lists])
  const beforeOf = (name: string) => {
    const from = renames.tables.get(name)
    if (from !== undefined) return baseTables.get(from)
    return moved.has(name) || gone.has(name) ? undefined : baseTables.get(name)
  }
  const pairs = target.tables.filter(isOrdinary).map((after) => ({ after, before: beforeOf(after.name) }))
  const continued = new Set(pairs.map((pair) => pair.before?.name))
  const dropped = [...baseTables.values()].filter((table) => !continued.has(table.name))
  const taken = new Set(target.tables.map((table) => table.name))
  return {
    created: pairs.filter((pair) => !pair.before).map((pair) => pair.after),
    kept: pairs.flatMap(({ before, after }) => {
      const columns = renames.columns.get(after.name) ?? new Map<string, string>()
      const kept = changes.kept.find(({ collection }) => collection.table === after.name)
      const ended = new Set(kept ? endedColumns(kept) : [])
      return before ? [diffTable(before, after, { tables: renames.tables, columns, ended })] : []
    }),
    dropped,
    renamed: renames.tables,
    parked: dropped
      .filter(({ name }) => lists.has(name) && taken.has(name))
      .map((table) => ({ table, to: `${table.name}__dropped` })),
  }
}

function tablesOf({ name, fields }: CollectionChanges['dropped'][number]): string[] {
  return [name, ...joinsOf(name, fields)]
}

/** Returns the join tables of fields that are dropped, or become one reference. */
function endedLists({ from, fields, dropped }: KeptCollection): string[] {
  const narrowed = fields.filter(({ field }) => field.join === null)
  return [
    ...narrowed.flatMap(({ from: name, before }) => joinOf(from, name, before) ?? []),
    ...dropped.flatMap(({ name, facts }) => joinOf(from, name, facts) ?? []),
  ]
}

/**
 * Returns the columns of fields that are dropped, or become lists. A new column of the same name does not continue
 * them.
 */
function endedColumns({ fields, dropped }: KeptCollection): string[] {
  return [...fields.flatMap(widened), ...dropped.flatMap(({ name, facts }) => columnOf(name, facts) ?? [])]
}

/** Returns the column of a reference that becomes a list. */
function widened({ from, before, field }: KeptCollection['fields'][number]): string[] {
  const column = field.join === null ? null : columnOf(from, before)
  return column === null ? [] : [column]
}

export function isOrdinary(table: SchemaTable): boolean {
  return table.kind === 'table'
}

/** Returns renamed tables and, by table, renamed columns: new → old. */
function namesOfCollections(changes: CollectionChanges) {
  const tables = new Map<string, string>()
  const columns = new Map<string, Map<string, string>>()
  for (const { from, collection, fields } of changes.kept) {
    if (from !== collection.table) tables.set(collection.table, from)
    for (const { from: old, before, field } of fields) {
      const join = joinOf(from, old, before)
      if (join !== null && field.join !== null && join !== field.join) tables.set(field.join, join)
      const column = columnOf(old, before)
      if (column === null || field.column === null || column === field.column) continue
      const renamed = columns.get(collection.table) ?? new Map<string, string>()
      columns.set(collection.table, renamed.set(field.column, column))
    }
  }
  return { tables, columns }
}
