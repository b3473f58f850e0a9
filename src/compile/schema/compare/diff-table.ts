import type { SchemaColumn, SchemaForeignKey, SchemaIndex, SchemaTable } from '../../../manifest/index.ts'
import { canonicalColumn } from '../sql/canonical.ts'
import { MAX_COLUMNS } from '../sql/column-limit.ts'
import { mentions, renameIdentifiers } from '../sql/identifiers.ts'

/** Fate of one table. */
export interface TableChange {
  readonly before: SchemaTable
  readonly after: SchemaTable
  /** Columns that go on under another name: new → old. */
  readonly renamed: ReadonlyMap<string, string>
  readonly added: readonly SchemaColumn[]
  /** By their old names. */
  readonly dropped: readonly string[]
  /** Dropped columns whose name another takes: where they wait until they are dropped, by their old names. */
  readonly parked: ReadonlyMap<string, string>
  /** Columns whose declaration changes, by their new names. */
  readonly altered: readonly { readonly before: SchemaColumn; readonly after: SchemaColumn }[]
  /** Tells whether only a new table can hold the change. */
  readonly isRebuilt: boolean
  readonly indexes: IndexChanges
}

/** Indexes that come and go. Where the table is rebuilt there are none: they are made with it. */
export interface IndexChanges {
  readonly dropped: readonly SchemaIndex[]
  /** Those that make way because a column in them is dropped, or because another table may take the name they bear. */
  readonly lost: readonly SchemaIndex[]
  readonly created: readonly SchemaIndex[]
  /** The same index under another name, or one of the same name in another form. */
  readonly remade: { readonly before: readonly SchemaIndex[]; readonly after: readonly SchemaIndex[] }
}

/** Names that change: new → old. */
export interface Renames {
  readonly tables: ReadonlyMap<string, string>
  readonly columns: ReadonlyMap<string, string>
  /** Columns that end, by their old names, whatever takes their names. Default: none but those that are gone. */
  readonly ended?: ReadonlySet<string>
}

/** Compares a table with what it was, given the names that it continues. */
export function diffTable(before: SchemaTable, after: SchemaTable, renames: Renames): TableChange {
  const oldColumns = new Map(before.columns.map((column) => [column.name, column]))
  const pairs = after.columns.map((column) => {
    const from = renames.columns.get(column.name) ?? column.name
    return { after: column, before: isContinued(from, column.name, renames) ? oldColumns.get(from) : undefined }
  })
  const continued = new Set(pairs.flatMap((pair) => (pair.before ? [pair.before.name] : [])))
  const added = pairs.filter((pair) => !pair.before).map((pair) => pair.after)
  const dropped = before.columns.map((column) => column.name).filter((name) => !continued.has(name))
  const altered = pairs.flatMap((pair) => (pair.before && isAltered(pair.before, pair.after) ? [pair] : []))
  const renamed = new Map(
    pairs.flatMap(({ before, after }) => (before && before.name !== after.name ? [[after.name, before.name]] : [])),
  )
  const taken = new Set(after.columns.map((column) => column.name))
  const parked = new Map(dropped.filter((name) => taken.has(name)).map((name) => [name, `${name}__dropped`]))
  const change = { before, after, renamed, added, dropped, parked }
  const isRebuilt =
    altered.length > 0 ||
    added.some((column) => !isAddable(column, after)) ||
    // New columns come before old ones go, which in a wide table is more than there is room for.
    before.columns.length + added.length > MAX_COLUMNS ||
    (before.withoutRowid ?? false) !== (after.withoutRowid ?? false) ||
    JSON.stringify(before.beyond ?? []) !== JSON.stringify(after.beyond ?? []) ||
    !isSameList(keysAfter(change, renames), keysOf(after, new Set(added.map((column) => column.name))))
  return {
    ...change,
    // The filter above leaves pairs with a column before.
    altered: altered as TableChange['altered'],
    isRebuilt,
    indexes: isRebuilt ? NO_INDEXES : diffIndexes(change),
  }
}

type Columns = Pick<TableChange, 'before' | 'after' | 'renamed' | 'added' | 'dropped' | 'parked'>

/** A column of the same name does not continue one that ends, or that goes on under another name. */
function isContinued(from: string, name: string, { columns, ended }: Renames): boolean {
  return from !== name || !(ended?.has(name) || [...columns].some(([to, old]) => old === name && to !== name))
}

function isAltered(before: SchemaColumn, after: SchemaColumn): boolean {
  const named = { ...before, name: after.name }
  return JSON.stringify(canonicalColumn(named)) !== JSON.stringify(canonicalColumn(after))
}

/** Conditions of ALTER TABLE ADD COLUMN (https://sqlite.org/lang_altertable.html). */
function isAddable(column: SchemaColumn, table: SchemaTable): boolean {
  const refers = table.foreignKeys.some((key) => key.columns.includes(column.name))
  const isConstant = column.default !== null && /^(?:'|-?\d)/.test(column.default)
  if (column.primaryKey > 0 || column.generated?.stored) return false
  if (refers && column.default !== null) return false
  return column.notNull ? isConstant : column.default === null || isConstant
}

/** The foreign keys that stand once columns have been renamed and dropped, those of added columns left out. */
function keysAfter({ before, renamed, dropped }: Columns, renames: Renames): string[] {
  const columns = inverted(renamed)
  const tables = inverted(renames.tables)
  return before.foreignKeys
    .filter((key) => !(key.columns.length === 1 && dropped.includes(key.columns[0] ?? '')))
    .map((key) => keyText(mapKey(key, columns, tables)))
    .sort()
}

function keysOf(table: SchemaTable, without: ReadonlySet<string>): string[] {
  return table.foreignKeys
    .filter((key) => !(key.columns.length === 1 && without.has(key.columns[0] ?? '')))
    .map(keyText)
    .sort()
}

function mapKey(
  key: SchemaForeignKey,
  columns: ReadonlyMap<string, string>,
  tables: ReadonlyMap<string, string>,
): SchemaForeignKey {
  return {
    columns: key.columns.map((name) => columns.get(name) ?? name),
    table: tables.get(key.table) ?? key.table,
    references: key.references,
  }
}

function keyText({ columns, table, references }: SchemaForeignKey): string {
  return JSON.stringify([columns, table, references])
}

const NO_INDEXES: IndexChanges = { dropped: [], lost: [], created: [], remade: { before: [], after: [] } }

/** SQLite itself renames columns in indexes; one is made anew where more than that differs, its name included. */
function diffIndexes({ before, after, renamed, dropped, parked }: Columns): IndexChanges {
  const names = new Map([...inverted(renamed), ...parked])
  const standing = before.indexes.map((index) => ({ index, mapped: mapIndex(index, names) }))
  const isKept = (a: SchemaIndex, b: SchemaIndex) => a.name === b.name && indexBody(a) === indexBody(b)
  const going = standing.filter(({ mapped }) => !after.indexes.some((index) => isKept(mapped, index)))
  const coming = after.indexes.filter((index) => !standing.some(({ mapped }) => isKept(mapped, index)))
  const isLike = (a: SchemaIndex, b: SchemaIndex) => a.name === b.name || indexBody(a) === indexBody(b)
  const remade = going.filter(({ mapped }) => coming.some((index) => isLike(mapped, index)))
  const gone = going.filter((item) => !remade.includes(item)).map(({ index }) => index)
  const lost = new Set(dropped)
  const isLost = (index: SchemaIndex) =>
    before.name !== after.name || [...index.columns, index.where ?? ''].some((key) => mentions(key, lost))
  const isRemade = (index: SchemaIndex) => remade.some(({ mapped }) => isLike(mapped, index))
  return {
    dropped: gone.filter((index) => !isLost(index)),
    lost: gone.filter(isLost),
    created: coming.filter((index) => !isRemade(index)),
    remade: { before: remade.map(({ index }) => index), after: coming.filter(isRemade) },
  }
}

function mapIndex(index: SchemaIndex, names: ReadonlyMap<string, string>): SchemaIndex {
  return {
    ...index,
    columns: index.columns.map((key) => renameIdentifiers(key, names)),
    where: index.where === null ? null : renameIdentifiers(index.where, names),
  }
}

function indexBody({ unique, columns, where }: SchemaIndex): string {
  return JSON.stringify([unique, columns, where])
}

export function inverted(map: ReadonlyMap<string, string>): Map<string, string> {
  return new Map([...map].map(([to, from]) => [from, to]))
}

function isSameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index])
}
