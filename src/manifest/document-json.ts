import type { Storage } from '../fields/field-type.ts'
import { literal, quote } from '../ground/sql.ts'
import { sqlText } from '../ground/sql-text.ts'
import { LEADING_COLUMNS, type SystemColumn, TRAILING_COLUMNS } from '../ground/system-columns.ts'
import type { ManifestField } from './collection.ts'
import { columnName, columnOf } from './column-sql.ts'

interface Source {
  readonly table: string
  readonly fields: readonly StoredField[]
}

/** A field with the place of its values. */
export type StoredField = Pick<ManifestField, 'name' | 'storage' | 'column' | 'join'>

/**
 * Returns SQL that reads a document in the form that versions and the trash store: the JSON of all its properties,
 * including hidden fields.
 * @param changed SQL expressions, by property, whose JSON text replaces the values of the row
 */
export function documentJson({ table, fields }: Source, changed: Readonly<Record<string, string>> = {}): string {
  const stored = (name: string) => `${quote(table)}.${columnName(name)}`
  const ofSystem = (columns: Readonly<Record<string, SystemColumn>>) =>
    Object.entries(columns).map(([name, { column, storage }]) => [name, AS_JSON[storage](stored(column))] as const)
  const ofFields = fields.map((field) => {
    const value = field.join === null ? AS_JSON[field.storage](stored(columnOf(field))) : joined(field.join, table)
    return [field.name, value] as const
  })
  const properties = [...ofSystem(LEADING_COLUMNS), ...ofFields, ...ofSystem(TRAILING_COLUMNS)]
  const members = properties.map(([name, value]) => member(name, changed[name] ?? value))
  const [first = '', ...others] = members
  return concatenated([literal('{'), first, ...others.map((one) => `${literal(',')} || ${one}`), literal('}')])
}

function member(name: string, json: string): string {
  return `${literal(`${JSON.stringify(name)}:`)} || ${json}`
}

/**
 * Returns SQL that reads the ids in a list as JSON text.
 * @param condition SQL condition on the ids. Default: all
 */
export function joined(join: string, table: string, condition = ''): string {
  const targets = sqlText`
    SELECT target_id
    FROM ${quote(join)}
    WHERE owner_id = ${quote(table)}.id${condition}
    ORDER BY position
  `
  return `(SELECT json_group_array(target_id) FROM (${targets}))`
}

/** SQL of a column's value as JSON text, never NULL, by storage. */
const AS_JSON: Readonly<Record<Storage, (column: string) => string>> = {
  text: (column) => `json_quote(${column})`,
  integer: (column) => `json_quote(${column})`,
  real: (column) => `json_quote(${column})`,
  boolean: (column) => `CASE ${column} WHEN 1 THEN 'true' WHEN 0 THEN 'false' ELSE 'null' END`,
  datetime: timeJson,
  json: (column) => `coalesce(${column}, 'null')`,
  join: (column) => column,
}

/**
 * Maximum number of members in one expression. SQLite counts a chain of `||` as nested, and D1 allows a depth of 100.
 */
const TOGETHER = 8

function concatenated(parts: readonly string[]): string {
  const groups = Array.from({ length: Math.ceil(parts.length / TOGETHER) }, (_, at) =>
    parts.slice(at * TOGETHER, (at + 1) * TOGETHER),
  )
  return groups.map((group) => `(${group.join(' || ')})`).join(' || ')
}

/** Writes the SQL that converts milliseconds since the epoch to a time in JSON text. */
export function timeJson(milliseconds: string): string {
  return `json_quote(strftime('%Y-%m-%dT%H:%M:%fZ', ${milliseconds} / 1000.0, 'unixepoch'))`
}
