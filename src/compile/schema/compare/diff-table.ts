import type { SchemaColumn, SchemaForeignKey, SchemaIndex, SchemaTable } from '../../../manifest/index.ts'
import { canonicalColumn } from '../sql/canonical.ts'
import { MAX_COLUMNS } from '../sql/column-limit.ts'
import { mentions, renameIdentifiers } from '../sql/identifiers.ts'

export interface TableChange {
  readonly before: SchemaTable
  readonly after: SchemaTable
  /** Renamed columns: new → old. */
  readonly renamed: ReadonlyMap<string, string>
  readonly added: readonly SchemaColumn[]
  /** Old names of dropped columns. */
  readonly dropped: readonly string[]
  /** Temporary names of dropped columns whose names other columns take, keyed by the old name. */
  readonly parked: ReadonlyMap<string, string>
  /** Columns whose declaration changes, by their new names. */
  readonly altered: readonly { readonly before: SchemaColumn; readonly after: SchemaColumn }[]
  /** True if the table must be rebuilt for the change. */
  readonly isRebuilt: boolean
  readonly indexes: IndexChanges
}

/** Changes to indexes. Empty for a rebuilt table, which includes its indexes. */
export interface IndexChanges {
  readonly dropped: readonly SchemaIndex[]
  /** Indexes to drop, because one of their columns is dropped, or another table may take their name. */
  readonly lost: readonly SchemaIndex[]
  readonly created: readonly SchemaIndex[]
  /** Indexes to create again, under another name or in another form. */
  readonly remade: { readonly before: readonly SchemaIndex[]; readonly after: readonly SchemaIndex[] }
}

/** Changed names: new → old. */
export interface Renames {
  readonly tables: ReadonlyMap<string, string>
  readonly columns: ReadonlyMap<string, string>
  /**
   * Old names of columns without a successor, even if a new column takes the name. Default: those that no longer exist.
   */
  readonly ended?: ReadonlySet<string>
}

/** Compares a table with its earlier form, given the renames. */
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
    // New columns are added before old ones are dropped, which may exceed the limit.
    before.columns.length + added.length > MAX_COLUMNS ||
    (before.withoutRowid ?? false) !== (after.withoutRowid ?? false) ||
    JSON.stringify(before.beyond ?? []) !== JSON.stringify(after.beyond ?? []) ||
    !isSameList(keysAfter(change, renames), keysOf(after, new Set(added.map((column) => column.name))))
  return {
    ...change,
    // The filter above ensures that there is a column before.
    altered: altered as TableChange['altered'],
    isRebuilt,
    indexes: isRebuilt ? NO_INDEXES : diffIndexes(change),
  }
}

type Columns = Pick<TableChange, 'before' | 'after' | 'renamed' | 'added' | 'dropped' | 'parked'>

/**
 * Tells whether a new column continues the old column `from`. An old column of the same name is continued unless it
 * ends or is renamed.
 */
function isContinued(from: string, name: string, { columns, ended }: Renames): boolean {
  return from !== name || !(ended?.has(name) || [...columns].some(([to, old]) => old === name && to !== name))
}

function isAltered(before: SchemaColumn, after: SchemaColumn): boolean {
  const named = { ...before, name: after.name }
  return JSON.stringify(canonicalColumn(named)) !== JSON.stringify(canonicalColumn(after))
}

/** Tells whether a column can be added by ALTER TABLE (https://sqlite.org/lang_altertable.html). */
function isAddable(column: SchemaColumn, table: SchemaTable): boolean {
  const refers = table.foreignKeys.some((key) => key.columns.includes(column.name))
  const isConstant = column.default !== null && /^(?:'|-?\d)/.test(column.default)
  if (column.primaryKey > 0 || column.generated?.stored) return false
  if (refers && column.default !== null) return false
  return column.notNull ? isConstant : column.default === null || isConstant
}

/** Returns the foreign keys after columns have been renamed and dropped, without those of added columns. */
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

/**
 * Compares indexes. SQLite itself renames columns in them; an index with another difference, or another name, is
 * created again.
 */
function diffIndexes({ before, after, renamed, dropped, parked }: Columns): IndexChanges {
  const names = new Map([...inverted(renamed), ...parked])
  const mappedIndexes = before.indexes.map((index) => ({ index, mapped: mapIndex(index, names) }))
  const isKept = (a: SchemaIndex, b: SchemaIndex) => a.name === b.name && indexBody(a) === indexBody(b)
  const going = mappedIndexes.filter(({ mapped }) => !after.indexes.some((index) => isKept(mapped, index)))
  const coming = after.indexes.filter((index) => !mappedIndexes.some(({ mapped }) => isKept(mapped, index)))
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
