import type { Schema, SchemaTable } from '../../../manifest/index.ts'
import { printIndex, printTable } from './print.ts'

/** Returns the statements that create a table and its indexes. */
export function createTable(table: SchemaTable): string[] {
  return [printTable(table), ...table.indexes.map((index) => printIndex(table.name, index))]
}

/** Returns the statements that create a whole schema in an empty database. */
export function createSchema(schema: Schema): string[] {
  return [...schema.tables.flatMap(createTable), ...schema.triggers.map((trigger) => trigger.sql)]
}
