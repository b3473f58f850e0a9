import { literal, quote, quoteAll } from '../../../ground/sql.ts'
import type { Schema, SchemaTable } from '../../../manifest/index.ts'
import { isOrdinary } from '../compare/match-tables.ts'

export type Value = string | number | null
export type Row = Readonly<Record<string, Value>>

/** The rows of every table. */
export type Snapshot = ReadonlyMap<string, readonly Row[]>

/** Name under which a row's rowid is selected. */
export const ROWID = '__rowid'

/** Returns queries by table, for Node's SQLite and for D1. */
export function snapshotQueries(schema: Schema): readonly { readonly table: string; readonly sql: string }[] {
  return schema.tables.filter(isOrdinary).map((table) => ({ table: table.name, sql: queryOf(table) }))
}

/** Columns with times at which a trigger ran, which differ between runs. */
const OF_THE_CLOCK: Readonly<Record<string, string>> = { content_generations: 'generation' }

function queryOf(table: SchemaTable): string {
  const comparedColumns = table.columns.filter(({ name }) => OF_THE_CLOCK[table.name] !== name)
  const columns = comparedColumns.map(({ name, type }) =>
    type === 'BLOB' ? `hex(${quote(name)}) AS ${quote(name)}` : quote(name),
  )
  const rowid = table.withoutRowid ? [] : [`rowid AS ${quote(ROWID)}`]
  const key = table.columns.filter((column) => column.primaryKey > 0).map((column) => quote(column.name))
  const order = key.length > 0 ? ` ORDER BY ${key.join(', ')}` : ''
  return `SELECT ${[...columns, ...rowid].join(', ')} FROM ${quote(table.name)}${order}`
}

export function insertRow(table: string, row: Row): string {
  if (Object.keys(row).length === 0) return `INSERT INTO ${quote(table)} DEFAULT VALUES`
  const values = Object.values(row).map(literal).join(', ')
  return `INSERT INTO ${quote(table)} (${quoteAll(Object.keys(row))}) VALUES (${values})`
}
