import type { Storage } from '../fields/field-type.ts'
import { literal, quote } from '../ground/sql.ts'
import { sqlText } from '../ground/sql-text.ts'
import { LEADING_COLUMNS, type SystemColumn, TRAILING_COLUMNS } from '../ground/system-columns.ts'
import type { ManifestCollection, ManifestField, Referrer } from './collection.ts'
import { among, columnName, columnOf } from './column-sql.ts'

type Source = Pick<ManifestCollection, 'name' | 'table' | 'fields' | 'titleField'>

/** Copies documents into the trash: see `CollectionStatements.trash`. */
export function trashStatement(collection: Source): string {
  const { name, table, titleField } = collection
  const title = collection.fields.find((field) => field.name === titleField)
  const titleColumn = title ? `${quote(table)}.${columnName(columnOf(title))}` : 'NULL'
  const values = [
    `${quote(table)}."id"`,
    literal(name),
    titleColumn,
    documentJson(collection),
    '?2',
    '?3',
    '?4',
    '"given"."value"',
  ]
  return sqlText`
    INSERT OR REPLACE INTO "content_trash" (${TRASH_COLUMNS})
    SELECT ${values.join(', ')}
    FROM json_each(?1) AS "given" CROSS JOIN ${quote(table)} ON ${quote(table)}."id" = "given"."key"
  `
}

/** In the order in which a document is moved into it. */
const TRASH_COLUMNS =
  '"document_id", "collection_id", "title", "data", "deleted_at", "deleted_by", "expires_at", "root_id"'

/** A document as a version keeps it: the JSON of all of its properties, hidden fields included. */
function documentJson({ table, fields }: Source): string {
  const stored = (name: string) => `${quote(table)}.${columnName(name)}`
  const system = (columns: Readonly<Record<string, SystemColumn>>) =>
    Object.entries(columns).map(([name, { column, storage }]) => member(name, AS_JSON[storage](stored(column))))
  const own = fields.map((field) => {
    return member(
      field.name,
      field.join === null ? AS_JSON[field.storage](stored(columnOf(field))) : joined(field.join, table),
    )
  })
  const members = [...system(LEADING_COLUMNS), ...own, ...system(TRAILING_COLUMNS)]
  const [first = '', ...others] = members
  return concatenated([literal('{'), first, ...others.map((one) => `${literal(',')} || ${one}`), literal('}')])
}

function member(name: string, json: string): string {
  return `${literal(`${JSON.stringify(name)}:`)} || ${json}`
}

function joined(join: string, table: string): string {
  const targets = `SELECT target_id FROM ${quote(join)} WHERE owner_id = ${quote(table)}.id ORDER BY position`
  return `(SELECT json_group_array(target_id) FROM (${targets}))`
}

/** A column's value as JSON text, never NULL. */
const AS_JSON: Readonly<Record<Storage, (column: string) => string>> = {
  text: (column) => `json_quote(${column})`,
  integer: (column) => `json_quote(${column})`,
  real: (column) => `json_quote(${column})`,
  boolean: (column) => `CASE ${column} WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE 'null' END`,
  datetime: (column) => `json_quote(strftime('%Y-%m-%dT%H:%M:%fZ', ${column} / 1000.0, 'unixepoch'))`,
  json: (column) => `coalesce(${column}, 'null')`,
  join: (column) => column,
}

/** Members in one term: SQLite counts a chain of `||` as that deep, and D1 allows a depth of 100. */
const TOGETHER = 8

function concatenated(parts: readonly string[]): string {
  const groups = Array.from({ length: Math.ceil(parts.length / TOGETHER) }, (_, at) =>
    parts.slice(at * TOGETHER, (at + 1) * TOGETHER),
  )
  return groups.map((group) => `(${group.join(' || ')})`).join(' || ')
}

type Notes = Pick<Referrer, 'note' | 'attach'>

/** Nothing is taken away: what refers goes along, or prevents the deletion. */
export const NO_NOTES: Notes = { note: null, attach: [] }

/** Of a reference that a deletion empties. */
export function columnNotes(from: Source, field: ManifestField): Notes {
  const table = quote(from.table)
  const column = columnOf(field)
  return {
    note: `${NOTE} SELECT ${columnName(column)}, ${literal(from.name)}, ${literal(field.name)}, id, 0 FROM ${table} WHERE ${among(column)}`,
    attach: [
      sqlText`
        UPDATE ${table}
        SET ${quote(column)} = "noted"."target_id", version = ${table}.version + 1, updated_at = ?2
        FROM "content_trash_references" AS "noted"
        WHERE ${notedFor(from, field)} AND ${table}."id" = "noted"."holder_id"
        AND ${table}.${columnName(column)} IS NULL
      `,
    ],
  }
}

/** Of a list that a deletion shortens. A document comes back to its former position, or to the end where that is taken. */
export function joinNotes(from: Source, field: ManifestField, join: string): Notes {
  const table = quote(from.table)
  const list = quote(join)
  const isBack = `EXISTS (SELECT 1 FROM ${list} AS "back" WHERE "back".owner_id = "noted"."holder_id" AND "back".target_id = "noted"."target_id")`
  const isTaken = `EXISTS (SELECT 1 FROM ${list} AS "other" WHERE "other".owner_id = "noted"."holder_id" AND "other".position = "noted"."position")`
  // Behind every position that another one comes back to.
  const last = `(SELECT max("any"."position") FROM "content_trash_references" AS "any" WHERE "any"."target_id" IN (SELECT value FROM json_each(?1)))`
  const end = `(SELECT max(position) + 1 FROM ${list} AS "all" WHERE "all".owner_id = "noted"."holder_id")`
  const position = `CASE WHEN ${isTaken} THEN ${end} + ${last} + "noted"."position" + 1 ELSE "noted"."position" END`
  const isThere = `"noted"."holder_id" IN (SELECT id FROM ${table})`
  const { max } = field.options
  const hasRoom =
    typeof max === 'number'
      ? ` AND (SELECT count(*) FROM ${list} AS "listed" WHERE "listed".owner_id = "noted"."holder_id") < ${max}`
      : ''
  const wanted = `FROM "content_trash_references" AS "noted" WHERE ${notedFor(from, field)} AND ${isThere} AND NOT ${isBack}${hasRoom}`
  return {
    note: `${NOTE} SELECT target_id, ${literal(from.name)}, ${literal(field.name)}, owner_id, position FROM ${list} WHERE ${among('target_id')}`,
    attach: [
      `UPDATE ${table} SET version = version + 1, updated_at = ?2 WHERE id IN (SELECT "noted"."holder_id" ${wanted})`,
      `INSERT INTO ${list} ("owner_id", "target_id", "position") SELECT "noted"."holder_id", "noted"."target_id", ${position} ${wanted}`,
    ],
  }
}

const NOTE =
  'INSERT OR REPLACE INTO "content_trash_references" ("target_id", "collection_id", "field", "holder_id", "position")'

function notedFor(from: Source, field: ManifestField): string {
  return `"noted"."target_id" IN (SELECT value FROM json_each(?1)) AND "noted"."collection_id" = ${literal(from.name)} AND "noted"."field" = ${literal(field.name)}`
}
