import type { Json } from '../../../fields/field-type.ts'
import type { SchemaColumn, SchemaTable } from '../../../manifest/index.ts'
import type { MigrationFile } from '../files/migration-file.ts'
import { COPIES, REFERENCES } from '../model/copies.ts'
import { isKind, type OperationKind } from '../steps/operation.ts'
import { isJsonKept, parsed } from './compare-json.ts'
import type { Lineage } from './lineage.ts'
import { ROWID, type Row } from './snapshot.ts'
import { type Loss, loss, rowsOf, type State } from './state.ts'

/** Compares the rows of a table that belongs to no collection, in which nothing is renamed. */
export function compareTable(
  table: SchemaTable,
  before: State,
  after: State,
  lineage: Lineage,
  file: MigrationFile,
): Loss[] {
  if (operationsOf(file, 'drop-table').some((operation) => operation.table === table.name)) return []
  const named = lossesNamed(table.name, file)
  const old = rowsOf(before, table.name).flatMap((row) => carried(table.name, row, lineage, file))
  const target = after.schema.tables.find((candidate) => candidate.name === table.name)
  const key = keyOf(table)
  const found = new Map(rowsOf(after, table.name).map((row) => [key(row), row]))
  const gone = old.filter((row) => !found.has(key(row))).map(key)
  const known = new Set(old.map(key))
  const appeared = [...found.keys()].filter((key) => !known.has(key))
  const columns = table.columns.flatMap((column): { before: SchemaColumn; after: SchemaColumn | null }[] => {
    const then = target?.columns.find((candidate) => candidate.name === column.name)
    if (then) return [{ before: column, after: then }]
    return named.dropped.has(column.name) ? [] : [{ before: column, after: null }]
  })
  const changed = columns.flatMap((column) =>
    old.flatMap((row) => {
      const then = found.get(key(row))
      if (!then) return []
      if (COPIES.includes(table.name) && column.before.name === DATA && file.header?.format !== 1) {
        return isDocumentKept(row, then, before, after, lineage) ? [] : [{ column: DATA, id: key(row) }]
      }
      const from = row[column.before.name] ?? null
      const to = column.after ? (then[column.before.name] ?? null) : null
      const isFilled = from === null && (column.after?.notNull ?? false)
      const isLossy = named.lossy.has(column.before.name)
      const isConverted = column.after !== null && column.after.type !== column.before.type && (to !== null || isLossy)
      return from === to || isFilled || isConverted ? [] : [{ column: column.before.name, id: key(row) }]
    }),
  )
  return [
    ...loss(table.name, null, 'are gone', gone),
    ...loss(table.name, null, 'have appeared', appeared),
    ...[...Map.groupBy(changed, (item) => item.column)].flatMap(([column, items]) =>
      loss(
        table.name,
        column,
        `lose their value of ${column}`,
        items.map((item) => item.id),
      ),
    ),
  ]
}

const DATA = 'data'

/** Tells whether a document stored as JSON keeps everything that the rows of its collection keep. */
function isDocumentKept(
  row: Row,
  then: Row,
  before: State,
  after: State,
  { collections, fields, inner }: Lineage,
): boolean {
  const name = [...collections].find(([, now]) => now === row.collection_id)?.[0] ?? String(row.collection_id)
  const now = String(row.collection_id)
  const from = parsed(row[DATA] ?? null)
  const to = parsed(then[DATA] ?? null)
  if (!isDocument(from) || !isDocument(to)) return row[DATA] === then[DATA]
  return Object.entries(from).every(([field, value]) => {
    const was = before.facts.get(name)?.get(field)
    // A value under an undeclared name in an old version is replaced by a field that takes the name.
    if (!was) return after.facts.get(now)?.has(field) || JSON.stringify(value) === JSON.stringify(to[field])
    const next = fields.get(name)?.get(field) ?? null
    const is = next === null ? undefined : after.facts.get(now)?.get(next)
    if (next === null || !is) return true
    return isJsonKept(value, to[next], { before: was, after: is }, `${now}.${next}`, inner)
  })
}

function isDocument(value: Json | undefined): value is { readonly [field: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the columns of a plugin's table that a migration declares as dropped or possibly losing values. */
function lossesNamed(table: string, file: MigrationFile) {
  const rebuilds = operationsOf(file, 'rebuild-table').filter((operation) => operation.table === table)
  const drops = operationsOf(file, 'drop-column').filter((operation) => operation.table === table)
  return {
    dropped: new Set([
      ...drops.map(({ column }) => column),
      ...rebuilds.flatMap(({ dropped }) => Object.keys(dropped)),
    ]),
    lossy: new Set(rebuilds.flatMap(({ lossy }) => Object.keys(lossy))),
  }
}

function operationsOf<Kind extends OperationKind>({ steps }: MigrationFile, kind: Kind) {
  return steps.flatMap(({ operation }) => operation ?? []).filter(isKind(kind))
}

/**
 * Returns the expected row, with the new names of renamed collections; none for the versions and trash of a dropped
 * collection.
 */
function carried(table: string, row: Row, { collections }: Lineage, file: MigrationFile): Row[] {
  if (COPIES.includes(table) || table === REFERENCES) {
    const name = collections.get(String(row.collection_id))
    if (name === null) return []
    return [name === undefined ? row : { ...row, collection_id: name }]
  }
  const named = operationsOf(file, 'carry-names').flatMap(({ renamed, columns }) =>
    Object.keys(row)
      .filter((column) => columns.includes(`${table}.${column}`))
      .flatMap((column) => {
        const name = renamed[String(row[column])]
        return name === undefined ? [] : [[column, name] as const]
      }),
  )
  return [{ ...row, ...Object.fromEntries(named) }]
}

function keyOf({ columns }: SchemaTable): (row: Row) => string {
  const key = columns.filter((column) => column.primaryKey > 0).map((column) => column.name)
  const names = key.length > 0 ? key : [ROWID]
  return (row) => names.map((name) => String(row[name])).join('/')
}
