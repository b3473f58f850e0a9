import type { Schema, SchemaColumn, SchemaTable } from '../../manifest/index.ts'
import { Fact, type Section } from './lock-text.ts'

/**
 * Returns the facts of the database, without the SQL of triggers and without the indexes of collections that are not
 * unique: these follow from other facts.
 */
export function schemaFacts(schema: Schema): Section {
  const triggers = Map.groupBy(schema.triggers, ({ table }) => table)
  return Object.fromEntries(
    schema.tables.map((table) => [
      table.name,
      tableFacts(
        table,
        (triggers.get(table.name) ?? []).map(({ name }) => name),
      ),
    ]),
  )
}

function tableFacts(table: SchemaTable, triggers: readonly string[]): Section | Fact {
  if (table.kind === 'virtual') return new Fact(table.sql)
  const isCollection = table.owner.startsWith('collection:')
  const indexes = table.indexes.filter((index) => index.unique || !isCollection)
  const facts: [string, Fact][] = [
    ['owner', new Fact(table.owner)],
    ...table.columns.map((column): [string, Fact] => [`column ${column.name}`, new Fact(columnFact(column))]),
    ...table.foreignKeys.map((key): [string, Fact] => [
      `foreign key ${key.columns.join(', ')}`,
      new Fact(`${key.table} (${key.references.join(', ')})`),
    ]),
    ...indexes.map((index): [string, Fact] => [
      `${index.unique ? 'unique index' : 'index'} ${index.name}`,
      new Fact(`${index.columns.join(', ')}${index.where === null ? '' : ` WHERE ${index.where}`}`),
    ]),
    ...(triggers.length > 0 ? [['triggers', new Fact([...triggers].sort())] as [string, Fact]] : []),
    ...(table.withoutRowid ? [['without rowid', new Fact(true)] as [string, Fact]] : []),
  ]
  return Object.fromEntries(facts)
}

/** Returns a column's definition: `INTEGER NOT NULL DEFAULT 0`. */
function columnFact(column: SchemaColumn): string {
  const words = [
    column.type,
    column.primaryKey > 0 && `PRIMARY KEY ${column.primaryKey}`,
    column.autoincrement && 'AUTOINCREMENT',
    column.notNull && 'NOT NULL',
    column.default !== null && `DEFAULT ${column.default}`,
    column.generated && `AS (${column.generated.expression}) ${column.generated.stored ? 'STORED' : 'VIRTUAL'}`,
  ]
  return words.filter((word) => typeof word === 'string').join(' ')
}
