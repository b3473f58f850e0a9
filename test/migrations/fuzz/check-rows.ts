import { isDeepStrictEqual } from 'node:util'
import { COPIES } from '../../../src/compile/schema/model/copies.ts'
import { columnName, joinTableName } from '../../../src/compile/schema/model/names.ts'
import type { Row, Snapshot, Value } from '../../../src/compile/schema/proof/snapshot.ts'
import type { Json } from '../../../src/fields/field-type.ts'
import { formOf } from './can-lose.ts'
import { convertValue } from './convert-value.ts'
import { differenceOf, expectedValue, fillOf } from './expected.ts'
import { asLimited } from './limits.ts'
import type { CollectionModel, FieldModel, PluginColumn, ProjectModel } from './project-model.ts'

/** Amount compared. */
export interface Compared {
  rows: number
  values: number
  versions: number
  /** Number of operations by kind, those that limit a collection by what they do. Default: they are not counted. */
  readonly operations?: Map<string, number>
}

export interface Rows {
  readonly before: Snapshot
  readonly after: Snapshot
}

/** Tables whose rows triggers write; the proof compares them with the rows that they follow from. */
const DERIVED = ['content', 'content_counts', 'content_generations']

/**
 * Compares every row, value by value, with what it must be, judged by the models of the project alone: by ids, which
 * stay while names change.
 * @throws Error that names the first value that is not.
 */
export function checkRows(earlier: ProjectModel, later: ProjectModel, found: Rows, compared: Compared): void {
  const rows = { ...found, before: asLimited(earlier, later, found) }
  for (const before of earlier.collections) {
    const after = later.collections.find(({ id }) => id === before.id)
    if (!after) continue
    checkCollection(before, after, rows, compared)
    for (const table of COPIES) checkCopies(table, before, after, rows, compared)
  }
  const own = new Set([...DERIVED, ...COPIES, 'gadgets', ...earlier.collections.flatMap(tablesOf)])
  checkGadgets(earlier, later, rows)
  for (const [table, old] of rows.before) {
    if (own.has(table)) continue
    const difference = differenceOf(old as Json, (rows.after.get(table) ?? []) as Json)
    if (difference) fail(`rows of ${table} are not what they were: ${difference}`)
  }
}

function tablesOf({ name, fields }: CollectionModel): string[] {
  return [name, ...fields.map((item) => joinTableName(name, item.name))]
}

function checkCollection(before: CollectionModel, after: CollectionModel, rows: Rows, compared: Compared): void {
  const found = byId(rows.after.get(after.name))
  const old = byId(rows.before.get(before.name))
  const appeared = [...found.keys()].filter((id) => !old.has(id))
  if (appeared.length > 0) fail(`rows of ${after.name} have appeared: ${appeared.join(', ')}`)
  const owned = new Set(before.fields.map(({ name }) => columnName(name)))
  for (const [id, row] of old) {
    const now = found.get(id) ?? fail(`a row of ${before.name} is gone: ${id}`)
    for (const [column, value] of Object.entries(row)) {
      if (!owned.has(column) && now[column] !== value)
        fail(`${before.name} ${id}: ${column} is ${now[column]}, was ${value}`)
    }
    checkFields(before, after, { row, now, id }, rows)
    compared.rows += 1
    compared.values += after.fields.length
  }
}

interface Pair {
  readonly id: string
  readonly row: Row
  readonly now: Row
}

function checkFields(before: CollectionModel, after: CollectionModel, pair: Pair, rows: Rows): void {
  const { id, row, now } = pair
  for (const item of after.fields) {
    const old = before.fields.find((candidate) => candidate.id === item.id)
    const value = read(now, id, after, item, rows.after)
    const was = old ? read(row, id, before, old, rows.before) : null
    const kept = old ? expectedValue(was, old, item) : null
    const expected = isEmpty(kept, item) ? filled(item, old && { ...old, was }, [before, after], row, id, rows) : kept
    if (expected === ANYTHING || (isEmpty(expected, item) && isEmpty(value, item))) continue
    const difference = differenceOf(expected, value)
    if (difference === null) continue
    const from = old ? `${old.kind} ${old.name} ${JSON.stringify(was)}` : 'new'
    fail(`${after.name} ${id}: ${item.kind} ${item.name}${difference} (${from})`)
  }
}

const ANYTHING = Symbol('any value')

function isEmpty(value: Json | undefined, { kind }: FieldModel): boolean {
  return value === null || value === undefined || (kind === 'references' && Array.isArray(value) && value.length === 0)
}

/** Value of a row that has none: for new fields, and for required ones that were empty or have lost their value. */
function filled(
  item: FieldModel,
  old: (FieldModel & { readonly was: Json }) | undefined,
  [{ fields }, after]: readonly [CollectionModel, CollectionModel],
  row: Row,
  id: string,
  rows: Rows,
): Json | typeof ANYTHING {
  if (item.kind === 'references') return []
  const isLost = old && !isEmpty(old.was, old)
  if (old && !item.required) return null
  // Only validators demand a value; a row without one stays as it is, or is filled where the column is made anew.
  if (old?.required && !isLost) return old.kind === item.kind ? null : ANYTHING
  const { backfill } = item
  if (typeof backfill === 'object') {
    const source = fields.find((candidate) => candidate.id === backfill.field)
    const now = after.fields.find(({ id: other }) => other === source?.id)
    // A field that changes itself may be read before or after that.
    const isSteady = now === undefined || isDeepStrictEqual(now, source)
    return source && isSteady
      ? convertSource(read(row, id, { fields } as CollectionModel, source, rows.before), source, item)
      : ANYTHING
  }
  if (backfill !== 'sql') return fillOf(item) ?? null
  if (item.target !== undefined) return ANYTHING
  return formOf(item) === 'text' ? `a${row.version}` : Number(row.version) + 1
}

function convertSource(value: Json, source: FieldModel, item: FieldModel): Json {
  return source.kind === item.kind ? value : convertValue(value, source, item)
}

/** Documents that are kept as copies have what the rows have, but nothing that is new. */
function checkCopies(
  table: string,
  before: CollectionModel,
  after: CollectionModel,
  rows: Rows,
  compared: Compared,
): void {
  const of = (snapshot: Snapshot, name: string) =>
    new Map(
      (snapshot.get(table) ?? [])
        .filter((row) => row.collection_id === name)
        .map((row) => [[table, row.document_id, row.version, row.revision].join(' '), row] as const),
    )
  const found = of(rows.after, after.name)
  const old = of(rows.before, before.name)
  if (found.size !== old.size) fail(`${before.name} had ${old.size} rows of ${table}, ${after.name} has ${found.size}`)
  for (const [key, row] of old) {
    const now = found.get(key) ?? fail(`${key} of ${before.name} is gone`)
    checkVersion(key, parse(row.data) as Document, parse(now.data) as Document, before, after) // an object, as a version is
    for (const column of Object.keys(row)) {
      if (column !== 'data' && column !== 'collection_id' && row[column] !== now[column])
        fail(`${key}: ${column} changed`)
    }
    compared.versions += 1
  }
}

type Document = { readonly [field: string]: Json }

function checkVersion(
  key: string,
  old: Document,
  now: Document,
  before: CollectionModel,
  after: CollectionModel,
): void {
  const names = new Set(before.fields.map(({ name }) => name))
  const expected = new Map(Object.entries(old).filter(([name]) => !names.has(name)))
  const lists = new Set(after.fields.filter(({ kind }) => kind === 'references').map(({ name }) => name))
  for (const item of before.fields) {
    const successor = after.fields.find(({ id }) => id === item.id)
    if (successor && item.name in old)
      expected.set(successor.name, expectedValue(old[item.name] ?? null, item, successor))
  }
  const extra = Object.keys(now).filter((name) => !expected.has(name))
  if (extra.length > 0) fail(`${key} of ${after.name} has ${extra.join(', ')} too`)
  for (const [name, value] of expected) {
    const found = now[name] ?? null
    // A list of references without any may be empty or absent.
    const isEmptyList = lists.has(name) && value === null && Array.isArray(found) && found.length === 0
    if (isEmptyList) continue
    const difference = differenceOf(value, found)
    if (difference) fail(`${key} of ${after.name}: ${name}${difference}, was ${JSON.stringify(old)}`)
  }
}

/** A field's value as a document has it. */
export function read(row: Row, id: string, { name }: CollectionModel, item: FieldModel, snapshot: Snapshot): Json {
  if (item.kind === 'references') {
    return (snapshot.get(joinTableName(name, item.name)) ?? [])
      .filter((entry) => entry.owner_id === id)
      .toSorted((a, b) => Number(a.position) - Number(b.position))
      .map((entry) => entry.target_id ?? null)
  }
  const value = row[columnName(item.name)] ?? null
  if (value === null) return null
  const form = formOf(item)
  if (form === 'json') return parse(value)
  if (form === 'boolean') return value === 1 ? true : value === 0 ? false : value
  return form === 'datetime' ? new Date(Number(value)).toISOString() : value
}

function parse(value: Value | undefined): Json {
  return JSON.parse(String(value)) as Json // columns of JSON
}

/** Columns of a plugin keep their names; one that may not be empty gets its default, 1. */
function checkGadgets(earlier: ProjectModel, later: ProjectModel, rows: Rows): void {
  const found = byId(rows.after.get('gadgets'))
  const old = byId(rows.before.get('gadgets'))
  if (found.size !== old.size) fail(`gadgets had ${old.size} rows, and has ${found.size}`)
  for (const [id, row] of old) {
    const now = found.get(id) ?? fail(`a row of gadgets is gone: ${id}`)
    for (const column of later.plugin.columns) {
      const before = earlier.plugin.columns.find(({ name }) => name === column.name)
      const kept = before ? convertColumn(row[column.name] ?? null, before, column) : null
      const expected = kept ?? (column.required ? (column.type === 'text' ? '1' : 1) : null)
      if (now[column.name] !== expected)
        fail(`gadgets ${id}: ${column.name} is ${now[column.name]}, expected ${expected}, was ${row[column.name]}`)
    }
  }
}

const COLUMN_KINDS = { text: 'string', integer: 'whole', real: 'number' } as const

function convertColumn(value: Value, before: PluginColumn, after: PluginColumn): Json {
  if (before.type === after.type) return value
  const model = ({ type }: PluginColumn) => ({ kind: COLUMN_KINDS[type] }) as FieldModel // all that a conversion looks at
  return convertValue(value, model(before), model(after))
}

function byId(rows: readonly Row[] = []): Map<string, Row> {
  return new Map(rows.map((row) => [String(row.id), row]))
}

function fail(message: string): never {
  throw new Error(message)
}
