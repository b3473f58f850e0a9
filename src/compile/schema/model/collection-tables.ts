import { quote } from '../../../ground/sql.ts'
import { LEADING_COLUMNS, type SystemColumn, TRAILING_COLUMNS } from '../../../ground/system-columns.ts'
import { variantName } from '../../../ground/variants.ts'
import type {
  ManifestCollection,
  ManifestField,
  SchemaColumn,
  SchemaForeignKey,
  SchemaTable,
} from '../../../manifest/index.ts'
import { columnChain, firstValue, otherLocales } from '../../../manifest/localized.ts'
import { collectionIndexes } from './collection-indexes.ts'
import { searchedName, searchTableName } from './names.ts'

/**
 * Returns the tables of one collection: its main table, a join table for each `references` field, and the full-text
 * table.
 */
export function collectionTables(collection: ManifestCollection): SchemaTable[] {
  const joins = collection.fields.flatMap((field) => (field.join === null ? [] : [joinTable(collection, field)]))
  return [ownTable(collection), ...joins, ...searchTable(collection)]
}

function ownTable(collection: ManifestCollection): SchemaTable {
  const stored = collection.fields.filter((field) => field.column !== null)
  return {
    name: collection.table,
    kind: 'table',
    columns: [...systemColumns(LEADING_COLUMNS), ...stored.map(fieldColumn), ...systemColumns(TRAILING_COLUMNS)],
    foreignKeys: stored.flatMap(foreignKey),
    indexes: collectionIndexes(collection),
    owner: `collection:${collection.name}`,
  }
}

const column = (name: string, type: SchemaColumn['type'], notNull: boolean, primaryKey = 0): SchemaColumn => ({
  name,
  type,
  notNull,
  default: null,
  primaryKey,
})

const TYPES = {
  text: 'TEXT',
  integer: 'INTEGER',
  real: 'REAL',
  boolean: 'INTEGER',
  datetime: 'INTEGER',
  json: 'TEXT',
} as const

function systemColumns(columns: Readonly<Record<string, SystemColumn>>): SchemaColumn[] {
  return Object.values(columns).map(({ column: name, storage, nullable }) =>
    column(name, TYPES[storage], !nullable, name === 'id' ? 1 : 0),
  )
}

/**
 * Returns a field's column. It is never NOT NULL and has no default, because the validator handles both, so that
 * changing them needs no migration of rows.
 */
function fieldColumn(field: ManifestField): SchemaColumn {
  if (field.column === null || field.storage === 'join') throw new Error(`${field.source}: ${field.name} has no column`)
  return column(field.column, TYPES[field.storage], false)
}

function foreignKey(field: ManifestField): SchemaForeignKey[] {
  if (field.target === null || field.column === null) return []
  return [{ columns: [field.column], table: field.target, references: ['id'] }]
}

/**
 * Returns a join table. It is clustered on the owner's positions, so that a document's list is read in order from one
 * place. The unique index finds owners by target, and prevents repeated targets.
 */
function joinTable(collection: ManifestCollection, field: ManifestField): SchemaTable {
  const name = field.join ?? ''
  return {
    name,
    kind: 'table',
    columns: [
      column('owner_id', 'TEXT', true, 1),
      column('target_id', 'TEXT', true),
      column('position', 'INTEGER', true, 2),
    ],
    foreignKeys: [
      { columns: ['owner_id'], table: collection.table, references: ['id'] },
      { columns: ['target_id'], table: field.target ?? '', references: ['id'] },
    ],
    indexes: [{ name: `${name}__target`, unique: true, columns: ['"target_id"', '"owner_id"'], where: null }],
    withoutRowid: true,
    owner: `collection:${collection.name}.${field.name}`,
  }
}

function searchTable(collection: ManifestCollection): SchemaTable[] {
  if (collection.search.length === 0) return []
  const name = searchTableName(collection.table)
  const columns = searchColumns(collection).map((item) => quote(item.searched))
  return [
    {
      name,
      kind: 'virtual',
      sql: `CREATE VIRTUAL TABLE ${quote(name)} USING fts5(${columns.join(', ')}, ${SEARCH_OPTIONS})`,
      columns: [],
      foreignKeys: [],
      indexes: [],
      owner: `collection:${collection.name}`,
    },
  ]
}

/** Options of a full-text table without a copy of the text: rows are found and deleted by the collection's rowid. */
const SEARCH_OPTIONS = `content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2'`

/** A column of the full-text table. */
export interface SearchColumn {
  readonly field: ManifestField
  /** Columns of the collection that the search column is made from. */
  readonly columns: readonly string[]
  readonly searched: string
  /** Returns SQL of the searched value. */
  readonly value: (row: string) => string
}

/**
 * Returns the searched fields with their columns in the full-text table; a localized field has a column for each
 * locale.
 */
export function searchColumns(collection: ManifestCollection): readonly SearchColumn[] {
  const others = collection.locales ? otherLocales(collection.locales) : []
  const names = collection.search.flatMap((name) => [name, ...others.map((locale) => variantName(name, locale))])
  return names.flatMap((name) => {
    const field = collection.fields.find((candidate) => candidate.name === name)
    if (!field || field.column === null) return []
    const columns = columnChain(collection, name)
    const searched = searchedName(field.column)
    return [
      { field, columns, searched, value: (row) => firstValue(columns.map((column) => `${row}.${quote(column)}`)) },
    ]
  })
}
