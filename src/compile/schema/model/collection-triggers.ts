import type { FieldType } from '../../../fields/field-type.ts'
import { fieldTypes as builtIn } from '../../../fields/index.ts'
import { literal, quote, quoteAll } from '../../../ground/sql.ts'
import type { ManifestCollection, ManifestField, SchemaTrigger } from '../../../manifest/index.ts'
import { searchColumns } from './collection-tables.ts'
import { searchTableName, triggerName } from './names.ts'

/** Field types by kind, which determine the searchable words of a field. */
export type FieldTypes = Readonly<Record<string, FieldType>>

/**
 * Returns the triggers that maintain `content` and the full-text table, regardless of what writes to the collection.
 */
export function collectionTriggers(collection: ManifestCollection, types: FieldTypes = builtIn): SchemaTrigger[] {
  return [...contentTriggers(collection), ...(collection.search.length > 0 ? searchTriggers(collection, types) : [])]
}

/** Returns the columns of `content` that are derived from the collection's row, with their expressions. */
export function contentColumns(collection: ManifestCollection, row: string): readonly (readonly [string, string])[] {
  const shown = (name: string | null) => {
    const column = collection.fields.find((field) => field.name === name)?.column ?? null
    return column === null ? 'NULL' : `${row}.${quote(column)}`
  }
  return [
    ['title', shown(collection.titleField)],
    ['slug', shown(collection.slugField)],
    ...SHARED.map((name) => [name, `${row}.${quote(name)}`] as const),
  ]
}

const SHARED = ['status', 'created_at', 'updated_at', 'published_at', 'scheduled_at', 'created_by']

function contentTriggers(collection: ManifestCollection): SchemaTrigger[] {
  const columns = contentColumns(collection, 'NEW')
  const names = quoteAll(['id', 'collection_id', ...columns.map(([name]) => name)])
  const values = [`NEW."id"`, literal(collection.name), ...columns.map(([, expression]) => expression)].join(', ')
  const assignments = columns.map(([name, expression]) => `${quote(name)} = ${expression}`).join(', ')
  const shown = columns
    .filter(([, expression]) => expression !== 'NULL')
    .map(([, expression]) => expression.slice('NEW.'.length))
    .join(', ')
  return [
    trigger(collection, 'content', 'INSERT', null, `INSERT INTO "content" (${names}) VALUES (${values})`),
    trigger(
      collection,
      'content',
      `UPDATE OF ${shown}`,
      null,
      `UPDATE "content" SET ${assignments} WHERE "id" = NEW."id"`,
    ),
    trigger(collection, 'content', 'DELETE', null, `DELETE FROM "content" WHERE "id" = OLD."id"`),
  ]
}

function searchTriggers(collection: ManifestCollection, types: FieldTypes): SchemaTrigger[] {
  const table = quote(searchTableName(collection.table))
  const searched = searchColumns(collection)
  const names = quoteAll(searched.map((item) => item.searched))
  const words = searched.map(({ field, value }) => searchText(field, value('NEW'), types))
  const assignments = searched.map((item, index) => `${quote(item.searched)} = ${words[index]}`).join(', ')
  const columns = [...new Set(searched.flatMap((item) => item.columns))]
  const changed = columns.map((column) => `NEW.${quote(column)} IS NOT OLD.${quote(column)}`).join(' OR ')
  return [
    trigger(
      collection,
      'search',
      'INSERT',
      null,
      `INSERT INTO ${table} (rowid, ${names}) VALUES (NEW.rowid, ${words.join(', ')})`,
    ),
    trigger(
      collection,
      'search',
      `UPDATE OF ${quoteAll(columns)}`,
      changed,
      `UPDATE ${table} SET ${assignments} WHERE rowid = NEW.rowid`,
    ),
    trigger(collection, 'search', 'DELETE', null, `DELETE FROM ${table} WHERE rowid = OLD.rowid`),
  ]
}

/** Returns SQL of a field's searchable words, given its column; the column itself if its type declares none. */
export function searchText(field: ManifestField, column: string, types: FieldTypes): string {
  return types[field.kind]?.searchText?.(column, field.options) ?? column
}

function trigger(
  collection: ManifestCollection,
  topic: string,
  event: string,
  when: string | null,
  statement: string,
): SchemaTrigger {
  const name = triggerName(collection.table, topic, eventName(event))
  return createTrigger(name, collection.table, event, when, [statement])
}

/** Returns the name of an event: `UPDATE OF "title"` → `update`. */
export function eventName(event: string): string {
  return (event.split(' ', 1)[0] ?? event).toLowerCase()
}

/** Returns a trigger that runs after an event, once for each row. */
export function createTrigger(
  name: string,
  table: string,
  event: string,
  when: string | null,
  statements: readonly string[],
): SchemaTrigger {
  const condition = when === null ? '' : ` WHEN ${when}`
  const body = statements.map((statement) => `  ${statement};\n`).join('')
  return {
    name,
    table,
    sql: `CREATE TRIGGER ${quote(name)} AFTER ${event} ON ${quote(table)}${condition} BEGIN\n${body}END`,
  }
}
