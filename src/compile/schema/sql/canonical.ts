import { createHash } from 'node:crypto'
import type { Schema, SchemaColumn, SchemaTable } from '../../../manifest/index.ts'

/**
 * Returns a schema as text. Two schemas have the same text exactly if their databases are equal: the order of columns
 * does not matter, nor does which plugin or collection declares a table.
 */
export function canonicalSchema(schema: Schema): string {
  const tables = [...schema.tables].sort(byName).map(canonicalTable)
  const triggers = [...schema.triggers].sort(byName).map(({ name, table, sql }) => ({ name, table, sql }))
  return JSON.stringify({ tables, triggers })
}

/** Returns the SHA-256 of the canonical text, in hex. */
export function hashSchema(schema: Schema): string {
  return createHash('sha256').update(canonicalSchema(schema)).digest('hex')
}

export function isSameSchema(a: Schema, b: Schema): boolean {
  return canonicalSchema(a) === canonicalSchema(b)
}

export function canonicalTable(table: SchemaTable) {
  if (table.kind === 'virtual') return { name: table.name, sql: table.sql ?? '' }
  return {
    name: table.name,
    columns: [...table.columns].sort(byName).map(canonicalColumn),
    foreignKeys: table.foreignKeys
      .map(({ columns, table, references }) => [columns, table, references])
      .map((key) => JSON.stringify(key))
      .sort(),
    indexes: [...table.indexes].sort(byName).map(({ name, unique, columns, where }) => [name, unique, columns, where]),
    withoutRowid: table.withoutRowid ?? false,
    beyond: [...(table.beyond ?? [])].sort(),
  }
}

/** Returns a column with default properties filled in. */
export function canonicalColumn(column: SchemaColumn) {
  return {
    name: column.name,
    type: column.type,
    notNull: column.notNull,
    default: column.default,
    primaryKey: column.primaryKey,
    autoincrement: column.autoincrement ?? false,
    generated: column.generated ? [column.generated.expression, column.generated.stored] : null,
  }
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0
}
