import { LEDGER_POSITION } from '../ground/ledger.ts'
import { literal, quote } from '../ground/sql.ts'
import { sqlText } from '../ground/sql-text.ts'
import {
  INSERTED,
  LEADING_COLUMNS,
  SYSTEM_COLUMNS,
  type SystemColumn,
  type SystemProperty,
  TRAILING_COLUMNS,
  UPDATED,
  VERSION_COLUMNS,
} from '../ground/system-columns.ts'
import type { BulkStatements, CollectionStatements, ManifestCollection, ManifestField, Referrer } from './collection.ts'
import { among, columnName, columnOf } from './column-sql.ts'
import { detachStatements } from './detach-statements.ts'
import { columnNotes, joinNotes, NO_NOTES, trashStatement } from './trash-statements.ts'

/** A collection without the statements, which are built from it. */
export type StatementSource = Omit<ManifestCollection, 'statements'>

/**
 * Adds statements to collections. They are built when they are first needed, because most requests need those of one
 * collection.
 */
export function withStatements(sources: readonly StatementSource[]): ManifestCollection[] {
  return sources.map((source) => {
    let written: CollectionStatements | undefined
    return {
      ...source,
      get statements() {
        written ??= writeStatements(source, sources)
        return written
      },
    }
  })
}

/**
 * Builds the SQL statements of one collection.
 * @param all every collection of the config, because references to the collection determine what a deletion does
 */
function writeStatements(collection: StatementSource, all: readonly StatementSource[]): CollectionStatements {
  const columns = propertyColumns(collection)
  return {
    columns,
    byId: `SELECT ${selectList(columns)} FROM ${quote(collection.table)} WHERE id = ?1`,
    insert: insertStatement(collection),
    update: updateStatement(collection),
    record: recordStatement(collection),
    joins: Object.fromEntries(joinFields(collection).map((field) => [field.name, joinStatements(field.join)])),
    trash: trashStatement(collection),
    purge: purgeStatements(collection),
    many: bulkStatements(collection, columns),
    referrers: referrersTo(collection.name, all),
  }
}

/** Finds the references to a collection, or to `users`, sorted by collection, then field. */
export function referrersTo(target: string, all: readonly StatementSource[]): Referrer[] {
  return all.flatMap((other) => referrers(other, target)).sort(byCollectionAndField)
}

function propertyColumns(collection: StatementSource): CollectionStatements['columns'] {
  const system = (columns: Readonly<Record<string, SystemColumn>>) =>
    Object.entries(columns).map(([property, { column }]) => [property, columnName(column)] as const)
  const fields = collection.fields.map((field) => [field.name, fieldExpression(field, collection)] as const)
  return Object.fromEntries([...system(LEADING_COLUMNS), ...fields, ...system(TRAILING_COLUMNS)])
}

function fieldExpression(field: ManifestField, { table }: StatementSource): string {
  if (field.join === null) return columnName(columnOf(field))
  // The subquery sorts, because it can use an index: json_group_array(… ORDER BY …) would sort for every row.
  const targets = `SELECT target_id FROM ${quote(field.join)} WHERE owner_id = ${quote(table)}.id ORDER BY position`
  return `(SELECT json_group_array(target_id) FROM (${targets}))`
}

/**
 * Builds a select list. It leaves out the table's name and redundant aliases, because D1 parses the text with every
 * request.
 */
function selectList(columns: CollectionStatements['columns']): string {
  return Object.entries(columns)
    .map(([property, sql]) => (sql === columnName(property) ? sql : `${sql} AS ${quote(property)}`))
    .join(', ')
}

function insertStatement(collection: StatementSource): string {
  const columns = [...columnsOf(INSERTED), ...storedColumns(collection)]
  const values = columns.map((_, index) => `?${index + 1}`)
  return `INSERT INTO ${quote(collection.table)} (${columns.map(quote).join(', ')}) VALUES (${values.join(', ')})`
}

function updateStatement(collection: StatementSource): string {
  const columns = [...columnsOf(UPDATED), ...storedColumns(collection)]
  const assignments = columns.map((column, index) => `${quote(column)} = ?${index + 3}`)
  return sqlText`
    UPDATE ${quote(collection.table)} SET version = version + 1, ${assignments.join(', ')}
    WHERE id = ?1 AND version = ?2
  `
}

function recordStatement(collection: StatementSource): string {
  const next = sqlText`
    (SELECT version + 1
    FROM ${quote(collection.table)}
    WHERE id = ?1 AND version = ?2 AND ${LEDGER_POSITION} IS ?7)
  `
  return sqlText`
    INSERT INTO "content_versions" (${VERSION_COLUMNS})
    VALUES (?1, ${next}, ${literal(collection.name)}, ?3, ?4, ?5, ?6)
  `
}

function joinStatements(join: string): { set: string; clear: string } {
  return {
    clear: `DELETE FROM ${quote(join)} WHERE owner_id = ?1`,
    set: sqlText`
      INSERT INTO ${quote(join)} ("owner_id", "target_id", "position")
      SELECT ?1, "value", "key"
      FROM json_each(?2)
    `,
  }
}

function purgeStatements(collection: StatementSource): string[] {
  const joins = joinFields(collection).map((field) => `DELETE FROM ${quote(field.join)} WHERE ${among('owner_id')}`)
  return [...joins, `DELETE FROM ${quote(collection.table)} WHERE ${among('id')}`]
}

/**
 * Builds the bulk statements, which read their values from a JSON array. The array's alias is `given`, because a field
 * may be called `value`.
 */
function bulkStatements(collection: StatementSource, columns: CollectionStatements['columns']): BulkStatements {
  const table = quote(collection.table)
  const inserted = [...columnsOf(INSERTED), ...storedColumns(collection)]
  const updated = [...columnsOf(UPDATED), ...storedColumns(collection)]
  const assignments = updated.map((column, index) => `${quote(column)} = ${element(index + 2)}`)
  const next = sqlText`
    (SELECT version + 1
    FROM ${table}
    WHERE ${table}.id = ${element(0)} AND version = ${element(1)} AND ${LEDGER_POSITION} IS ?2)
  `
  const recorded = [element(0), next, literal(collection.name), ...[2, 3, 4, 5].map(element)]
  return {
    byIds: `SELECT ${selectList(columns)} FROM ${table} WHERE ${among('id')}`,
    // Without WHERE, SQLite would read a following ON CONFLICT as part of a join.
    insert: sqlText`
      INSERT INTO ${table} (${inserted.map(quote).join(', ')})
      SELECT ${inserted.map((_, index) => element(index)).join(', ')}
      FROM json_each(?1) AS "given"
      WHERE true
    `,
    update: sqlText`
      UPDATE ${table} SET version = ${table}.version + 1, ${assignments.join(', ')}
      FROM json_each(?1) AS "given"
      WHERE ${table}."id" = ${element(0)} AND ${table}."version" = ${element(1)}
    `,
    record: sqlText`
      INSERT INTO "content_versions" (${VERSION_COLUMNS})
      SELECT ${recorded.join(', ')}
      FROM json_each(?1) AS "given"
    `,
    joins: Object.fromEntries(joinFields(collection).map((field) => [field.name, bulkJoinStatements(field.join)])),
  }
}

function bulkJoinStatements(join: string): { set: string; clear: string } {
  const targets = `json_each(?1) AS "given", json_each("given"."value"->>1) AS "target"`
  return {
    clear: `DELETE FROM ${quote(join)} WHERE ${among('owner_id')}`,
    set: sqlText`
      INSERT INTO ${quote(join)} ("owner_id", "target_id", "position")
      SELECT ${element(0)}, "target"."value", "target"."key"
      FROM ${targets}
    `,
  }
}

function element(index: number): string {
  return `"given"."value"->>${index}`
}

function referrers(from: StatementSource, target: string): Referrer[] {
  return from.fields
    .filter((field) => field.target === target)
    .map((field) => (field.join === null ? columnReferrer(from, field) : joinReferrer(from, field, field.join)))
}

function columnReferrer(from: StatementSource, field: ManifestField): Referrer {
  const table = quote(from.table)
  const column = columnOf(field)
  const onDelete = field.onDelete ?? 'restrict'
  return {
    collection: from.name,
    field: field.name,
    onDelete,
    find: `SELECT id, ${columnName(column)} AS "target" FROM ${table} WHERE ${among(column)} LIMIT ?2`,
    detach: onDelete === 'nullify' ? detachStatements(from, field) : [],
    ...(onDelete === 'nullify' ? columnNotes(from, field) : NO_NOTES),
  }
}

function joinReferrer(from: StatementSource, field: ManifestField, join: string): Referrer {
  const owners = `SELECT owner_id FROM ${quote(join)} WHERE ${among('target_id')}`
  return {
    collection: from.name,
    field: field.name,
    onDelete: 'leave',
    find: `SELECT owner_id AS "id", target_id AS "target" FROM ${quote(join)} WHERE ${among('target_id')} LIMIT ?2`,
    detach: detachStatements(from, field),
    ...joinNotes(from, field, join),
    ...tooShort(field, join, owners),
  }
}

function tooShort({ options }: ManifestField, join: string, owners: string): Pick<Referrer, 'tooShort'> {
  const least = Math.max(options.min ?? 0, options.required ? 1 : 0)
  if (least === 0) return {}
  const target = `min(CASE WHEN ${among('target_id')} THEN target_id END)`
  return {
    tooShort: sqlText`
      SELECT owner_id AS "id", ${target} AS "target"
      FROM ${quote(join)}
      WHERE owner_id IN (${owners}) GROUP BY owner_id
      HAVING sum(NOT ${among('target_id')}) < ${least} LIMIT ?2
    `,
  }
}

function joinFields(collection: StatementSource): (ManifestField & { readonly join: string })[] {
  return collection.fields.filter((field): field is ManifestField & { readonly join: string } => field.join !== null)
}

function columnsOf(properties: readonly SystemProperty[]): string[] {
  return properties.map((property) => SYSTEM_COLUMNS[property].column)
}

function storedColumns(collection: StatementSource): string[] {
  return collection.fields.filter((field) => field.join === null).map(columnOf)
}

function byCollectionAndField(a: Referrer, b: Referrer): number {
  const left = `${a.collection}.${a.field}`
  const right = `${b.collection}.${b.field}`
  return left < right ? -1 : left > right ? 1 : 0
}
