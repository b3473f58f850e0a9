import { quote, quoteAll } from '../../../ground/sql.ts'
import { sqlText } from '../../../ground/sql-text.ts'
import type { ManifestCollection, Schema, SchemaTable, SchemaTrigger } from '../../../manifest/index.ts'
import { mentions } from '../sql/identifiers.ts'
import { searchColumns } from './collection-tables.ts'
import { type FieldTypes, searchText } from './collection-triggers.ts'
import { searchTableName } from './names.ts'

/** Triggers and full-text tables to drop before a change, and those to create after it. */
export interface SetAside {
  readonly dropped: { readonly triggers: readonly SchemaTrigger[]; readonly tables: readonly SchemaTable[] }
  readonly created: { readonly triggers: readonly SchemaTrigger[]; readonly tables: readonly SchemaTable[] }
}

/**
 * Finds the derived objects to drop: those that change, or refer to something renamed or dropped, because SQLite does
 * not drop what a trigger still names.
 */
export function setAside(base: Schema, target: Schema, reshaped: Reshaped): SetAside {
  const virtual = (schema: Schema) => schema.tables.filter((table) => table.kind === 'virtual')
  // A full-text table contains the words of one collection, even if another one takes its name.
  const left = new Set([...reshaped.left].map(searchTableName))
  const tables = compare(virtual(base), virtual(target), ({ name }) => left.has(name))
  const gone = new Set([...reshaped.tables, ...tables.dropped.map((table) => table.name)])
  const isHit = ({ sql }: SchemaTrigger) =>
    mentions(sql, gone) ||
    [...reshaped.columns].some(([table, columns]) => mentions(sql, new Set([table])) && mentions(sql, columns))
  const triggers = compare(base.triggers, target.triggers, isHit)
  return {
    dropped: { triggers: triggers.dropped, tables: tables.dropped },
    created: { triggers: triggers.created, tables: tables.created },
  }
}

/** Renamed and dropped objects, by old names. */
export interface Reshaped {
  /** Tables that are renamed, rebuilt or dropped. */
  readonly tables: ReadonlySet<string>
  /** Those of the tables that are renamed or dropped, whose names other tables may take. */
  readonly left: ReadonlySet<string>
  /** Renamed and dropped columns of other tables. */
  readonly columns: ReadonlyMap<string, ReadonlySet<string>>
}

interface Derived {
  readonly name: string
  readonly sql?: string
}

function compare<Item extends Derived>(base: readonly Item[], target: readonly Item[], isHit: (item: Item) => boolean) {
  const targetSql = new Map(target.map((item) => [item.name, item.sql]))
  const dropped = base.filter((item) => targetSql.get(item.name) !== item.sql || isHit(item))
  const left = new Set(dropped.map((item) => item.name))
  const remaining = new Set(base.filter((item) => !left.has(item.name)).map((item) => item.name))
  return { dropped, created: target.filter((item) => !remaining.has(item.name)) }
}

/** Returns a statement that fills a full-text table from existing rows. */
export function populateSearch(collection: ManifestCollection, types: FieldTypes): string {
  const table = quote(collection.table)
  const searched = searchColumns(collection)
  const words = searched.map(({ field, value }) => searchText(field, value(table), types))
  const names = quoteAll(searched.map((item) => item.searched))
  return sqlText`
    INSERT INTO ${quote(searchTableName(collection.table))} (rowid, ${names})
    SELECT rowid, ${words.join(', ')}
    FROM ${table}
  `
}

/** Returns a statement that empties a full-text table whose columns do not change. */
export function emptySearch(collection: ManifestCollection): string {
  const table = quote(searchTableName(collection.table))
  return `INSERT INTO ${table} (${table}) VALUES ('delete-all')`
}
