import { literal, quote } from '../../../ground/sql.ts'
import { isVariant, variantName } from '../../../ground/variants.ts'
import type { ManifestCollection, ManifestField, SchemaIndex } from '../../../manifest/index.ts'
import { columnChain, firstValue, otherLocales } from '../../../manifest/localized.ts'
import { translationSql } from '../../../manifest/translation-state.ts'
import { columnName, indexName, uniqueIndexName } from './names.ts'

/**
 * Returns the indexes of a collection's table. Except in a singleton, each field by which lists may filter or sort, and
 * each of `SYSTEM_KEYS`, has one of the form `(key, created_at, id, status)`.
 *
 * - `key` alone is what is filtered or sorted by.
 * - `created_at, id` is the order among equal keys. A filter on the key can thus be read in the default order, newest
 *   first, and a sort by the key has its tie-break; both directions use the same index.
 * - `status` lets a list for anonymous callers skip drafts, and a total be counted, without reading a row. In a
 *   localized collection, `published_locales` follows for the same purpose.
 *
 * This is why there are no separate indexes for public lists: they would double the rows written by each save. Only the
 * default list, which everyone requests, has an index of the public rows.
 */
export function collectionIndexes(collection: ManifestCollection): SchemaIndex[] {
  const unique = collection.fields.filter((field) => field.unique).flatMap((field) => uniqueIndex(collection, field))
  if (collection.singleton) return sorted([...unique, singletonIndex(collection)])
  const listed = [
    ...SYSTEM_KEYS.map((key) => listIndex(collection, [key])),
    ...(collection.drafts ? draftIndexes(collection) : []),
    ...collection.fields.flatMap((field) => fieldIndex(collection, field)),
    ...collection.indexes.flatMap((keys) => compoundIndexes(collection, keys)),
    ...(collection.locales ? [restrictedIndex(collection.table), ...translationIndexes(collection)] : []),
  ]
  return sorted(withoutRepetition([...listed, ...unique]))
}

const SYSTEM_KEYS = ['created_at', 'updated_at', 'published_at', 'created_by', 'updated_by']
const TAIL = ['created_at', 'id']
const VISIBILITY = 'status'
const SHOWN_IN = 'published_locales'

function listIndex(collection: ManifestCollection, keys: readonly string[]): SchemaIndex {
  const { table } = collection
  const last = keys.at(-1) ?? ''
  const direction = last.startsWith('-') ? '-' : ''
  const named = keys.map((key) => key.replace(/^-/, ''))
  const tail = TAIL.filter((name) => !named.includes(name)).map((name) => direction + name)
  const covering = visibility(collection).filter((name) => !named.includes(name))
  return {
    name: indexName(table, keys.map(keyName)),
    unique: false,
    columns: [...keys, ...tail, ...covering].map((key) => keySql(collection, key)),
    where: null,
  }
}

function keyName(key: string): string {
  return key.startsWith('-') ? `${key.slice(1)}_desc` : key
}

/** Returns SQL of a key: a column or, for a localized field's variant, the value shown in its locale. */
function keySql(collection: ManifestCollection, key: string): string {
  const column = key.replace(/^-/, '')
  const { name = column } = collection.fields.find((field) => field.column === column) ?? {}
  const shown = isVariant(name) ? firstValue(columnChain(collection, name).map(quote)) : quote(column)
  return key.startsWith('-') ? `${shown} DESC` : shown
}

/** Returns the columns that determine what anonymous callers see. */
function visibility({ locales }: ManifestCollection): string[] {
  return locales ? [VISIBILITY, SHOWN_IN] : [VISIBILITY]
}

/**
 * Returns indexes of collections with drafts: one of drafts, for their default list; one of all other documents, for
 * the public list; and one of scheduled documents, for those that are due next. `status` in the second shows what is
 * public, so that distant pages do not read rows. The indexes are partial, so that the planner uses them for nothing
 * else; with a full index on `status` it might sort in memory.
 */
function draftIndexes(collection: ManifestCollection): SchemaIndex[] {
  const { table } = collection
  return [
    partialIndex(table, 'draft', TAIL, `${quote('status')} = ${literal('draft')}`),
    partialIndex(
      table,
      'visible',
      [...TAIL, ...visibility(collection)],
      `${quote('status')} IN (${literal('published')}, ${literal('scheduled')})`,
    ),
    partialIndex(table, 'scheduled_at', ['scheduled_at'], `${quote('status')} = ${literal('scheduled')}`),
  ]
}

function partialIndex(table: string, topic: string, columns: readonly string[], where: string): SchemaIndex {
  return { name: indexName(table, [topic]), unique: false, columns: columns.map(quote), where }
}

/** Returns the indexes of a field. A reference always has one, because deleting its target needs it. */
function fieldIndex(collection: ManifestCollection, field: ManifestField): SchemaIndex[] {
  if (field.column === null) return []
  const listed = field.operators.length > 0 ? [listIndex(collection, [field.column])] : []
  if (field.target === null || (listed.length > 0 && !isVariant(field.name))) return listed
  const name = indexName(collection.table, [field.column, ...(listed.length > 0 ? ['target'] : [])])
  return [...listed, { name, unique: false, columns: [quote(field.column)], where: null }]
}

/** Returns a declared index, and one for each other locale if a localized field is among its keys. */
function compoundIndexes(collection: ManifestCollection, keys: readonly string[]): SchemaIndex[] {
  const others = collection.locales ? otherLocales(collection.locales) : []
  const fieldOf = (name: string) => collection.fields.find((candidate) => candidate.name === name)
  const isLocalized = keys.some((key) => fieldOf(key.replace(/^-/, ''))?.options.localized === true)
  return [null, ...(isLocalized ? others : [])].map((locale) => {
    const columns = keys.map((key) => {
      const name = key.replace(/^-/, '')
      const field = (locale !== null && fieldOf(variantName(name, locale))) || fieldOf(name)
      return (key.startsWith('-') ? '-' : '') + (field?.column ?? columnName(name))
    })
    return listIndex(collection, columns)
  })
}

/**
 * Returns the index of documents that are not published in every locale. A total is the number of all documents minus
 * some of these.
 */
function restrictedIndex(table: string): SchemaIndex {
  return partialIndex(table, 'restricted', [SHOWN_IN, VISIBILITY], `${quote(SHOWN_IN)} IS NOT NULL`)
}

/** Returns the indexes of the translation state in each other locale, by which signed-in callers filter lists. */
function translationIndexes(collection: ManifestCollection): SchemaIndex[] {
  const others = collection.locales ? otherLocales(collection.locales) : []
  return others.map((locale) => ({
    name: indexName(collection.table, [`translation_${locale.toLowerCase().replaceAll('-', '_')}`]),
    unique: false,
    columns: [translationSql(collection, locale), ...TAIL.map(quote), ...visibility(collection).map(quote)],
    where: null,
  }))
}

function uniqueIndex(collection: ManifestCollection, field: ManifestField): SchemaIndex[] {
  if (field.column === null) return []
  const name = uniqueIndexName(collection.table, field.column)
  return [{ name, unique: true, columns: [quote(field.column)], where: null }]
}

/** Returns a unique index on a constant, so that there can be only one row. */
function singletonIndex(collection: ManifestCollection): SchemaIndex {
  return { name: `${collection.table}__singleton`, unique: true, columns: ['(1)'], where: null }
}

/** Removes repeated indexes: a compound index of a single field is the same as the field's own. */
function withoutRepetition(indexes: readonly SchemaIndex[]): SchemaIndex[] {
  return [...new Map(indexes.map((index) => [index.name, index])).values()]
}

function sorted(indexes: readonly SchemaIndex[]): SchemaIndex[] {
  return [...indexes].sort((a, b) => (a.name < b.name ? -1 : 1))
}
