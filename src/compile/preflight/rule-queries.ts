import type { FieldData } from '../../fields/field-type.ts'
import { fieldTypes } from '../../fields/index.ts'
import { choiceValue, type SelectChoice } from '../../fields/select/select.ts'
import { literal, quote } from '../../ground/sql.ts'
import { isVariant } from '../../ground/variants.ts'
import type { ManifestCollection, ManifestField } from '../../manifest/index.ts'
import { PENDING } from '../schema/model/copies.ts'
import type { PredictedTables } from './predicted-tables.ts'
import { type RowQuery, selectRows } from './row-query.ts'

/**
 * Returns queries for values that the validators will reject, at every depth, in rows and in pending changes. No
 * migration fails on them, because the database does not know these rules; but such a document must be corrected before
 * its next change.
 */
export function ruleQueries(tables: PredictedTables, collections: readonly ManifestCollection[]): RowQuery[] {
  return collections.flatMap((collection) =>
    collection.fields.flatMap((field) => [
      ...queriesIn(collection.table, rowPlace(collection, field), { collection, field, tables }),
      ...queriesIn(PENDING, pendingPlace(collection, field), { collection, field, tables }),
    ]),
  )
}

/** A value, possibly a nested one, in the rows of a table. */
interface Place {
  /** Path of the value for people: `seo.title`. */
  readonly path: string
  /** SQL of the value as JSON text; `null` for a column without JSON. */
  readonly json: string | null
  /** SQL of the value itself. */
  readonly value: string
  /** Lists that contain the value, as terms of a FROM clause. */
  readonly sources: readonly string[]
  /** SQL conditions of the rows and lists that contain the value. */
  readonly where: readonly string[]
}

interface Asked {
  readonly collection: ManifestCollection
  readonly field: ManifestField
  readonly tables: PredictedTables
}

function rowPlace({ table }: ManifestCollection, { name, column, storage }: ManifestField): Place | null {
  if (column === null) return null
  const value = `${quote(table)}.${quote(column)}`
  return { path: name, json: storage === 'json' ? value : null, value, sources: [], where: [] }
}

/**
 * Returns the place of a field in the pending changes of documents, limited to changes that contain the field; `null`
 * for a collection without drafts.
 */
function pendingPlace(collection: ManifestCollection, { name }: ManifestField): Place | null {
  if (!collection.drafts) return null
  const isOwn = `"collection_id" = ${literal(collection.name)}`
  const place = { path: name, json: `${quote(PENDING)}."data"`, value: '', sources: [], where: [isOwn] }
  const part = partOf(place, name)
  return { ...part, where: [...part.where, `${part.json} IS NOT NULL`] }
}

function queriesIn(table: string, place: Place | null, { collection, field, tables }: Asked): RowQuery[] {
  const known = tables.get(table)
  if (!place || !known || known.origin === null) return []
  if (table === collection.table && !known.columns.includes(field.column ?? '')) return []
  const { origin } = known
  const suffix = table === PENDING ? ' in pending changes' : ''
  return rulesIn(field, place, field.required).map(({ path, condition, words }) => ({
    kind: 'rule',
    message: `${collection.name}.${path} ${words}${suffix}`,
    table,
    origin,
    subject: `${collection.name}.${path}`,
    source: field.source,
    step: null,
    sql: tables.statement(selectRows(tables, table, condition)),
  }))
}

interface Rule {
  readonly path: string
  readonly condition: string
  readonly words: string
}

/** Returns the rules of a field and of the fields inside it. */
function rulesIn(field: FieldData, place: Place, isRequired: boolean): Rule[] {
  const { path, value, sources, where } = place
  const rules = [
    ...limitsOf(field, value),
    // No migration refuses a missing translation: readers get another language instead.
    ...(isRequired && isVariant(field.name)
      ? [{ condition: `${value} IS NULL`, words: 'is required, and missing' }]
      : []),
  ]
  return [
    ...rules.map(({ condition, words }) => ({ path, condition: foundIn(sources, [...where, condition]), words })),
    ...fieldsInside(field, place).flatMap(([inner, at]) => rulesIn(inner, at, inner.options.required === true)),
  ]
}

function foundIn(sources: readonly string[], where: readonly string[]): string {
  const condition = where.map((one) => `(${one})`).join(' AND ')
  return sources.length === 0 ? condition : `EXISTS (SELECT 1 FROM ${sources.join(', ')} WHERE ${condition})`
}

function fieldsInside({ kind, options }: FieldData, place: Place): [FieldData, Place][] {
  const parts = place.json === null ? undefined : fieldTypes[kind]?.parts?.(options)
  if (!parts) return []
  if (parts.kind === 'object') return parts.fields.map((inner) => [inner, partOf(place, inner.name)])
  const items = itemsOf(place)
  if (parts.kind === 'list') {
    const isNamed = fieldTypes[parts.of.kind]?.parts !== undefined
    return [[parts.of, isNamed ? items : { ...items, path: `${place.path}[]` }]]
  }
  return Object.entries(parts.of).flatMap(([type, fields]) => {
    const isKind = `${items.json} ->> '$.type' = ${literal(type)}`
    const block = { ...items, path: `${place.path}.${type}`, where: [...items.where, isKind] }
    return fields.map((inner): [FieldData, Place] => [inner, partOf(block, inner.name)])
  })
}

function partOf(place: Place, name: string): Place {
  const at = literal(`$."${name}"`)
  return {
    ...place,
    path: place.value === '' ? name : `${place.path}.${name}`,
    json: `(${place.json} -> ${at})`,
    value: `(${place.json} ->> ${at})`,
    where: [...place.where, `json_type(${place.json}) = 'object'`],
  }
}

function itemsOf({ path, json, sources, where }: Place): Place {
  const each = `w${sources.length}`
  const list = `CASE json_type(${json}) WHEN 'array' THEN ${json} ELSE '[]' END`
  const item = `(${each}.json -> ${each}.fullkey)`
  return { path, json: item, value: `${each}.value`, sources: [...sources, `json_each(${list}) AS ${each}`], where }
}

/** Options that SQL can check; their types have been checked. */
interface Limits {
  readonly min?: number
  readonly max?: number
  readonly integer?: boolean
  readonly options?: readonly SelectChoice[]
}

const TEXTS = new Set(['string', 'text', 'slug'])

function limitsOf({ kind, options: limits }: FieldData, value: string): Omit<Rule, 'path'>[] {
  const { min, max, integer, options } = limits as Limits
  if (kind === 'select' && options) {
    const values = options.map((option) => literal(choiceValue(option)))
    return [{ condition: `${value} NOT IN (${values.join(', ')})`, words: 'is not one of the options' }]
  }
  if (!TEXTS.has(kind) && kind !== 'number') return []
  const [measured, unit] = kind === 'number' ? [value, ''] : [`length(${value})`, ' characters']
  return [
    ...(max === undefined ? [] : [{ condition: `${measured} > ${max}`, words: `is over ${max}${unit}` }]),
    ...(min === undefined ? [] : [{ condition: `${measured} < ${min}`, words: `is under ${min}${unit}` }]),
    ...(integer ? [{ condition: `${value} <> CAST(${value} AS INTEGER)`, words: 'is not a whole number' }] : []),
  ]
}
