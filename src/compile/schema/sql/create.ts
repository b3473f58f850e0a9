import type { Schema, SchemaTable } from '../../../manifest/index.ts'
import { printIndex, printTable } from './print.ts'

/** Everything a table needs to exist: itself and its indexes. */
export function createTable(table: SchemaTable): string[] {
  return [printTable(table), ...table.indexes.map((index) => printIndex(table.name, index))]
}

/** The statements that make a whole schema in an empty database. */
export function createSchema(schema: Schema): string[] {
  return [...schema.tables.flatMap(createTable), ...schema.triggers.map((trigger) => trigger.sql)]
}
