import type { DatabaseSync } from 'node:sqlite'
import { INTERNAL_TABLE } from '../../../ground/internal-tables.ts'
import { tokenize } from '../../../ground/sql-tokens.ts'
import type { Schema, SchemaTable } from '../../../manifest/index.ts'
import { readIndex } from './read-index.ts'
import { describeTable, readTable } from './read-table.ts'

/** A row of `sqlite_schema`. */
export interface SchemaRow {
  readonly type: string
  readonly name: string
  readonly tbl_name: string
  readonly sql: string | null
}

/** Query for `introspectSchema`. It works on D1, over HTTP and in Node. */
export const SCHEMA_QUERY = 'SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name'

/**
 * Returns the schema of a database, from its `sqlite_schema`, without internal tables of SQLite, D1, FTS5 and the
 * ledger.
 * @param database the database itself, if available; otherwise each table is created in an empty database to be
 * inspected
 */
export function introspectSchema(rows: readonly SchemaRow[], database: DatabaseSync | null = null): Schema {
  const read = ({ name, sql }: SchemaRow) =>
    database ? describeTable(database, name, sql ?? '') : readTable(sql ?? '')
  const ordinary = ordinaryRows(rows)
  const indexes = Map.groupBy(
    ordinary.flatMap((row) => (row.type === 'index' && row.sql ? [readIndex(row.sql)] : [])),
    (found) => found.table.toLowerCase(),
  )
  const tables = ordinary
    .filter((row) => row.type === 'table')
    .map((row) => (isVirtual(row) ? virtualTable(row) : read(row)))
    .map((table) => ({ ...table, indexes: (indexes.get(table.name.toLowerCase()) ?? []).map((found) => found.index) }))
  const triggers = ordinary
    .filter((row) => row.type === 'trigger')
    .map((row) => ({ name: row.name, table: row.tbl_name, sql: row.sql ?? '' }))
  return { tables, triggers }
}

export const INTERNAL = new RegExp(`${INTERNAL_TABLE.source}|^d1_migrations$`, 'i')

/** Removes internal tables of SQLite, D1, FTS5 and the ledger. */
export function ordinaryRows(rows: readonly SchemaRow[]): SchemaRow[] {
  const shadows = shadowNames(rows)
  return rows.filter((row) => !INTERNAL.test(row.tbl_name) && !shadows.has(row.tbl_name))
}

const SHADOWS = ['data', 'idx', 'content', 'docsize', 'config']

/** Returns the names of FTS5's internal tables. */
function shadowNames(rows: readonly SchemaRow[]): ReadonlySet<string> {
  return new Set(rows.filter(isVirtual).flatMap((row) => SHADOWS.map((suffix) => `${row.name}_${suffix}`)))
}

function isVirtual(row: SchemaRow): boolean {
  return row.type === 'table' && /^CREATE\s+VIRTUAL\s/i.test(row.sql ?? '')
}

function virtualTable(row: SchemaRow): SchemaTable {
  const name = tokenize(row.sql ?? '')[3]
  return {
    name: name?.value ?? row.name,
    kind: 'virtual',
    sql: row.sql ?? '',
    columns: [],
    foreignKeys: [],
    indexes: [],
    owner: '',
  }
}
