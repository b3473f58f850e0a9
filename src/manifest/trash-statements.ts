import { literal, quote } from '../ground/sql.ts'
import { sqlText } from '../ground/sql-text.ts'
import type { ManifestCollection, ManifestField, Referrer } from './collection.ts'
import { among, columnName, columnOf } from './column-sql.ts'
import { touchStatement, versionStatement } from './detach-statements.ts'
import { documentJson } from './document-json.ts'

type Source = Pick<ManifestCollection, 'name' | 'table' | 'fields' | 'titleField'>

/** Builds the statement that copies documents into the trash: see `CollectionStatements.trash`. */
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

/** Columns in the order in which a document is inserted into the trash. */
export const TRASH_COLUMNS =
  '"document_id", "collection_id", "title", "data", "deleted_at", "deleted_by", "expires_at", "root_id"'

type Notes = Pick<Referrer, 'note' | 'attach'>

/**
 * Notes of a reference that a deletion does not change, because the referring document is deleted too, or prevents the
 * deletion.
 */
export const NO_NOTES: Notes = { note: null, attach: [] }

/** Returns the statements that note, and later restore, the references in a field that a deletion empties. */
export function columnNotes(from: Source, field: ManifestField): Notes {
  const table = quote(from.table)
  const column = columnOf(field)
  const holders = sqlText`
    id IN (SELECT "noted"."holder_id"
    FROM "content_trash_references" AS "noted"
    WHERE ${notedFor(from, field)})
  `
  return {
    note: sqlText`
      ${NOTE}
      SELECT ${columnName(column)}, ${literal(from.name)}, ${literal(field.name)}, id, 0
      FROM ${table}
      WHERE ${among(column)}
    `,
    attach: [
      sqlText`
        UPDATE ${table}
        SET ${quote(column)} = "noted"."target_id", version = ${table}.version + 1, updated_at = ?2
        FROM "content_trash_references" AS "noted"
        WHERE ${notedFor(from, field)} AND ${table}."id" = "noted"."holder_id"
        AND ${table}.${columnName(column)} IS NULL
      `,
      versionStatement(from, `${among(column)} AND ${holders}`),
    ],
  }
}

/**
 * Returns SQL that records the positions of deleted documents in a list of references, and SQL that puts restored
 * documents back if there is room: at their former position, or at the end if another document has that position.
 */
export function joinNotes(from: Source, field: ManifestField, join: string): Notes {
  const table = quote(from.table)
  const list = quote(join)
  const isBack = sqlText`
    EXISTS (SELECT 1
    FROM ${list} AS "back"
    WHERE "back".owner_id = "noted"."holder_id" AND "back".target_id = "noted"."target_id")
  `
  const isTaken = sqlText`
    EXISTS (SELECT 1
    FROM ${list} AS "other"
    WHERE "other".owner_id = "noted"."holder_id" AND "other".position = "noted"."position")
  `
  // Comes after every position to which another document returns.
  const last = sqlText`
    (SELECT max("any"."position")
    FROM "content_trash_references" AS "any"
    WHERE "any"."target_id" IN (SELECT value FROM json_each(?1)))
  `
  const end = `(SELECT max(position) + 1 FROM ${list} AS "all" WHERE "all".owner_id = "noted"."holder_id")`
  const position = `CASE WHEN ${isTaken} THEN ${end} + ${last} + "noted"."position" + 1 ELSE "noted"."position" END`
  const isThere = `"noted"."holder_id" IN (SELECT id FROM ${table})`
  const { max } = field.options
  const hasRoom =
    typeof max === 'number'
      ? ` AND (SELECT count(*) FROM ${list} AS "listed" WHERE "listed".owner_id = "noted"."holder_id") < ${max}`
      : ''
  const noted = `FROM "content_trash_references" AS "noted" WHERE ${notedFor(from, field)}`
  const returning = `${noted} AND ${isThere} AND NOT ${isBack}${hasRoom}`
  return {
    note: sqlText`
      ${NOTE}
      SELECT target_id, ${literal(from.name)}, ${literal(field.name)}, owner_id, position
      FROM ${list}
      WHERE ${among('target_id')}
    `,
    attach: [
      touchStatement(from, `id IN (SELECT "noted"."holder_id" ${returning})`),
      sqlText`
        INSERT INTO ${list} ("owner_id", "target_id", "position")
        SELECT "noted"."holder_id", "noted"."target_id", ${position} ${returning}
      `,
      versionStatement(from, `id IN (SELECT "noted"."holder_id" ${noted} AND ${isBack})`),
    ],
  }
}

const NOTE =
  'INSERT OR REPLACE INTO "content_trash_references" ("target_id", "collection_id", "field", "holder_id", "position")'

function notedFor(from: Source, field: ManifestField): string {
  return sqlText`
    "noted"."target_id" IN (SELECT value
    FROM json_each(?1)) AND "noted"."collection_id" = ${literal(from.name)}
    AND "noted"."field" = ${literal(field.name)}
  `
}
