import type { FieldData, FieldType, Json } from '../../../fields/field-type.ts'
import type { Schema, SchemaTable } from '../../../manifest/index.ts'
import { isOrdinary } from '../compare/match-tables.ts'
import { COPIES, TRASH, VERSIONS } from '../model/copies.ts'
import { createSampler } from '../model/sampler.ts'
import { columnOf, type Facts, type FieldFacts, joinOf, joinsOf } from '../steps/facts.ts'
import type { Filling } from './filling.ts'
import { samplePluginRows } from './sample-plugin-rows.ts'
import { plainValue, sampleValue } from './sample-values.ts'
import { insertRow, type Row, type Snapshot, type Value } from './snapshot.ts'

export interface SampleSource {
  readonly schema: Schema
  readonly facts: Facts
  /** Existing rows. */
  readonly rows: Snapshot
  /** Tells whether a table receives rows. */
  readonly isFilled: (table: string) => boolean
  readonly fillingOf: (collection: string) => Filling
  /** Tells whether a reference must stay empty, because a later migration changes its target. */
  readonly staysEmpty: (collection: string, field: string) => boolean
  /** Returns the field as the config declares it; `null` if the config no longer declares it. */
  readonly declaredAs: (collection: string, field: string, facts: FieldFacts) => FieldData | null
  readonly types: Readonly<Record<string, FieldType>>
  /** Seed that makes the ids and values of this call differ from others. */
  readonly seed: number
}

export { type Filling, USUAL } from './filling.ts'

/** Tables whose rows triggers write. */
export const DERIVED = new Set(['content', 'content_counts', 'content_generations'])

/**
 * Returns INSERT statements for rows of the tables to fill: with values that the types of the fields generate,
 * references to each other and to themselves, lists of references, copies of each document as versions and pending
 * changes, and copies of another one in the trash. They must run in one transaction that checks foreign keys at its
 * end.
 */
export function sampleRows(source: SampleSource): string[] {
  const { schema, facts, isFilled } = source
  const joins = new Set([...facts].flatMap(([name, fields]) => joinsOf(name, fields)))
  const isPlugin = ({ name }: SchemaTable) =>
    !facts.has(name) && !joins.has(name) && !DERIVED.has(name) && !COPIES.includes(name)
  const tables = schema.tables.filter(isOrdinary)
  const plugins = samplePluginRows(
    tables.filter((table) => isPlugin(table) && isFilled(table.name)),
    source,
  )
  const planned = new Map(
    tables.filter(({ name }) => facts.has(name) && isFilled(name)).map((table) => [table.name, idsOf(table, source)]),
  )
  const idsIn: IdsIn = (target, isPublished) => [
    ...(planned.get(target) ?? []).filter((_, row) => !isPublished || statusOf(row) === 'published'),
    ...(plugins.rows.get(target) ?? []).map((row) => row.id ?? null),
    ...(source.rows.get(target) ?? [])
      .filter(({ status }) => !isPublished || status === undefined || status === 'published')
      .map((row) => row.id ?? null),
  ]
  const copies = tables.filter(({ name }) => COPIES.includes(name))
  return [
    ...plugins.statements,
    ...tables.flatMap((table) => {
      const ids = planned.get(table.name)
      return ids ? collectionRows(table, ids, idsIn, copies, source) : []
    }),
  ]
}

/** Finds the ids of the rows of a table, or of the published ones. */
type IdsIn = (target: string, isPublished: boolean) => readonly Value[]

function idsOf(table: SchemaTable, { rows, fillingOf, seed }: SampleSource): string[] {
  const { rows: rowCount, single } = fillingOf(table.name)
  const isSingleton = table.indexes.some((index) => index.unique && index.columns.every((key) => !key.startsWith('"')))
  const isOne = single || isSingleton
  const existingCount = rows.get(table.name)?.length ?? 0
  const count = isOne ? Math.max(0, Math.min(rowCount, 1 - existingCount)) : rowCount
  return Array.from({ length: count }, (_, row) => `${table.name}-${seed}-${row + 1}`)
}

function collectionRows(
  table: SchemaTable,
  ids: readonly string[],
  idsIn: IdsIn,
  copies: readonly SchemaTable[],
  source: SampleSource,
): string[] {
  const { schema, facts, fillingOf, staysEmpty, declaredAs, types, seed } = source
  const { nulls, plain, published } = fillingOf(table.name)
  const fields = [...(facts.get(table.name) ?? [])]
  const used = new Map(uniqueColumns(table).map((name) => [name, valuesIn(source.rows.get(table.name), name)]))
  return ids.flatMap((id, row) => {
    // First a row that refers to itself, then rows that refer to earlier ones.
    const reference = (target: string) => {
      const isBelow = target === table.name && !published
      const among = isBelow ? ids.slice(0, Math.max(row, 1)) : idsIn(target, published)
      const chosen = among[sampler.integer(0, Math.max(among.length - 1, 0))]
      return typeof chosen === 'string' ? chosen : null
    }
    // Rows of different tables differ, so that the proof notices if one table gets what belongs to another.
    const sampler = createSampler(seed * 10_000 + row * 1_000, reference, table.name)
    const isSparse = nulls && row === ids.length - 1 && ids.length > 1
    const fieldValue = (field: string, fact: FieldFacts) => {
      if (staysEmpty(table.name, field)) return fact.storage === 'join' ? [] : null
      if (isSparse && !fact.required) return fact.storage === 'join' ? [] : null
      if (plain && fact.target === null) return plainValue(fact, row, sampler)
      const sample = () => sampleValue({ facts: fact, declared: declaredAs(table.name, field, fact) }, sampler, types)
      return row === 0 ? largest(Array.from({ length: SAMPLES_OF_FIRST }, sample)) : sample()
    }
    const document: Record<string, Value> = { id, ...system(row, seed) }
    const lists: string[] = []
    const copy: Record<string, Json> & { readonly id: string } = { id }
    for (const [field, fact] of fields) {
      const value = fieldValue(field, fact)
      const column = columnOf(field, fact)
      const join = joinOf(table.name, field, fact)
      if (join !== null && Array.isArray(value)) {
        // A part of a schema may leave out the join table.
        if (schema.tables.some(({ name }) => name === join))
          lists.push(...value.map((target, position) => insertRow(join, { owner_id: id, target_id: target, position })))
        copy[field] = value
      } else if (column !== null && !Array.isArray(value)) {
        document[column] = unused(value as Value, used.get(column))
        copy[field] = shownValue(document[column] ?? null, fact.storage)
      }
    }
    return [insertRow(table.name, document), ...lists, ...copiesIn(copies, table.name, copy, row)]
  })
}

/** Number of samples among which the first row gets the largest, so that its lists have several items. */
const SAMPLES_OF_FIRST = 6

function largest<Item extends Value | readonly string[]>(values: readonly Item[]): Item {
  const sizeOf = (value: Item) => (typeof value === 'string' || Array.isArray(value) ? value.length : 0)
  return values.reduce((best, value) => (sizeOf(value) > sizeOf(best) ? value : best))
}

/** Number of a later version, so high that no limit on versions keeps the first one. */
const LATER_VERSION = 1_000_000

/**
 * Returns the statements that insert copies of a document. The first two documents have an old version, one of them
 * with a name. The document in the trash is a different one, with a version and otherwise the same values.
 */
function copiesIn(tables: readonly SchemaTable[], collection: string, document: Document, row: number): string[] {
  const deleted = { ...document, id: `${document.id}-deleted` }
  return tables.flatMap((table) => {
    if (table.name === TRASH) return [copyIn(table, collection, deleted)]
    if (table.name !== VERSIONS) return [copyIn(table, collection, document)]
    return [
      copyIn(table, collection, document, row === 0 ? { name: 'First' } : {}),
      ...(row < 2 ? [copyIn(table, collection, document, { version: LATER_VERSION })] : []),
      copyIn(table, collection, deleted),
    ]
  })
}

type Document = Readonly<Record<string, Json>> & { readonly id: string }

/**
 * Returns the statement that inserts a document into a table of copies, with the columns that the table requires.
 * @param more values of other columns, if the table has them
 */
function copyIn({ name, columns }: SchemaTable, collection: string, document: Document, more: Row = {}): string {
  const { id } = document
  const known: Row = {
    document_id: id,
    root_id: id,
    collection_id: collection,
    status: 'published',
    data: JSON.stringify(document),
    ...more,
  }
  const filled = columns.filter((column) => column.notNull || column.name in more)
  const values = filled.map((column) => [column.name, known[column.name] ?? 1])
  return insertRow(name, { document_id: id, ...Object.fromEntries(values) })
}

/** Returns a stored value as a document contains it. */
export function shownValue(value: Value, storage: FieldFacts['storage']): Json {
  if (value === null) return null
  if (storage === 'boolean') return value !== 0
  if (storage === 'datetime') return new Date(Number(value)).toISOString()
  return storage === 'json' ? (JSON.parse(String(value)) as Json) : value // `stored` wrote the JSON
}

const STATUSES = ['published', 'draft', 'scheduled']
function statusOf(row: number): string {
  return STATUSES[row % STATUSES.length] ?? 'published'
}

const SINCE = 1_750_000_000_000

function system(row: number, seed: number): Row {
  const status = statusOf(row)
  const created = SINCE + seed * 1000 + row
  return {
    status,
    created_at: created,
    updated_at: created + 1,
    published_at: status === 'published' ? created + 2 : null,
    scheduled_at: status === 'scheduled' ? created + 3 : null,
    created_by: row === 0 ? 'someone' : null,
    updated_by: null,
    version: row + 1,
  }
}

function uniqueColumns(table: SchemaTable): string[] {
  return table.indexes.filter((index) => index.unique).flatMap(({ columns }) => columns.map((key) => unquoted(key)))
}

function unquoted(key: string): string {
  return key.replace(/^"(.*)"$/, '$1')
}

function valuesIn(rows: readonly Row[] = [], column: string): Set<Value> {
  return new Set(rows.map((row) => row[column] ?? null))
}

/** Returns a value of a unique column, or `null` if another row has it. Only `null` may be repeated. */
function unused(value: Value, used: Set<Value> | undefined): Value {
  if (used === undefined || value === null) return value
  if (used.has(value)) return null
  used.add(value)
  return value
}
