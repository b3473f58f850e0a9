import { literal, quote } from '../ground/sql.ts'
import { sqlText } from '../ground/sql-text.ts'
import { VERSION_COLUMNS } from '../ground/system-columns.ts'
import type { ManifestCollection, ManifestField } from './collection.ts'
import { among, columnName, columnOf } from './column-sql.ts'
import { documentJson, joined } from './document-json.ts'

type Source = Pick<ManifestCollection, 'name' | 'table' | 'fields'>

/**
 * Writes the statements that remove targets from a field, whatever its `onDelete` is. Every remaining document that
 * changes gets a version. The statements must run in order. ?1: JSON ids of the targets, ?2: milliseconds since the
 * epoch, ?3: JSON ids of the collection's documents that are deleted as well. `withValues` adds to each statement the
 * values that it uses.
 */
export function detachStatements(from: Source, field: ManifestField): string[] {
  const table = quote(from.table)
  if (field.join === null) {
    const column = columnOf(field)
    const holders = among(column)
    return [
      touchStatement(from, `${holders} AND ${STAYS}`),
      versionStatement(from, `${holders} AND ${STAYS}`, { [field.name]: literal('null') }),
      `UPDATE ${table} SET ${quote(column)} = NULL WHERE ${holders}`,
    ]
  }
  const holders = `${columnName('id')} IN (SELECT owner_id FROM ${quote(field.join)} WHERE ${among('target_id')}) AND ${STAYS}`
  return [
    touchStatement(from, holders),
    versionStatement(from, holders, { [field.name]: joined(field.join, from.table, ` AND NOT ${among('target_id')}`) }),
    `DELETE FROM ${quote(field.join)} WHERE ${among('target_id')}`,
  ]
}

const STAYS = `NOT ${among('id').replace('?1', '?3')}`

/** Pairs a statement with the values up to its last parameter, because a database rejects surplus values. */
export function withValues<Value>(sql: string, values: readonly Value[]): { sql: string; values: readonly Value[] } {
  return { sql, values: values.slice(0, values.findLastIndex((_, index) => sql.includes(`?${index + 1}`)) + 1) }
}

/** Writes a statement that raises the version of documents. ?2: milliseconds since the epoch. */
export function touchStatement({ table }: Source, condition: string): string {
  return `UPDATE ${quote(table)} SET version = version + 1, updated_at = ?2 WHERE ${condition}`
}

/**
 * Writes a statement that stores the current state of documents as their current version.
 * @param changed see `documentJson`
 */
export function versionStatement(from: Source, condition: string, changed?: Readonly<Record<string, string>>): string {
  return sqlText`
    INSERT INTO "content_versions" (${VERSION_COLUMNS})
    SELECT id, version, ${literal(from.name)}, status, ${documentJson(from, changed)}, updated_at, updated_by
    FROM ${quote(from.table)}
    WHERE ${condition}
  `
}
