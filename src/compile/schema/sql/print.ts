import { indent, quote, quoteAll } from '../../../ground/sql.ts'
import type { SchemaColumn, SchemaForeignKey, SchemaIndex, SchemaTable } from '../../../manifest/index.ts'

/** Prints CREATE TABLE, with one column per line; a virtual table by its own statement. */
export function printTable(table: SchemaTable): string {
  if (table.kind === 'virtual') return table.sql ?? ''
  const key = primaryKey(table)
  const inline = table.foreignKeys.filter((foreign) => foreign.columns.length === 1)
  const lines = [
    ...table.columns.map((column) => printColumn(column, inline, key.length === 1)),
    ...(key.length > 1 ? [`PRIMARY KEY (${quoteAll(key)})`] : []),
    ...table.foreignKeys.filter((foreign) => foreign.columns.length > 1).map(printForeignKey),
  ]
  return `CREATE TABLE ${quote(table.name)} (\n${indent(lines)}\n)${table.withoutRowid ? ' WITHOUT ROWID' : ''}`
}

function primaryKey(table: SchemaTable): string[] {
  return table.columns
    .filter((column) => column.primaryKey > 0)
    .sort((a, b) => a.primaryKey - b.primaryKey)
    .map((column) => column.name)
}

/** Prints a column for CREATE TABLE and ADD COLUMN, with its foreign key. */
export function printColumn(
  column: SchemaColumn,
  foreignKeys: readonly SchemaForeignKey[],
  isKeyInline = true,
): string {
  const foreign = foreignKeys.find((key) => key.columns.length === 1 && key.columns[0] === column.name)
  return [
    quote(column.name),
    column.type,
    ...(column.notNull ? ['NOT NULL'] : []),
    ...(column.primaryKey > 0 && isKeyInline ? ['PRIMARY KEY'] : []),
    ...(column.autoincrement ? ['AUTOINCREMENT'] : []),
    ...(column.default === null ? [] : [`DEFAULT ${column.default}`]),
    ...(column.generated ? [generatedAs(column.generated)] : []),
    ...(foreign ? [references(foreign)] : []),
  ].join(' ')
}

function generatedAs(generated: NonNullable<SchemaColumn['generated']>): string {
  return `GENERATED ALWAYS AS (${generated.expression}) ${generated.stored ? 'STORED' : 'VIRTUAL'}`
}

function printForeignKey(key: SchemaForeignKey): string {
  return `FOREIGN KEY (${quoteAll(key.columns)}) ${references(key)}`
}

function references(key: SchemaForeignKey): string {
  return `REFERENCES ${quote(key.table)} (${quoteAll(key.references)})`
}

/** Prints CREATE INDEX. */
export function printIndex(table: string, index: SchemaIndex): string {
  const unique = index.unique ? 'UNIQUE ' : ''
  const where = index.where === null ? '' : ` WHERE ${index.where}`
  return `CREATE ${unique}INDEX ${quote(index.name)} ON ${quote(table)} (${index.columns.join(', ')})${where}`
}
