import { quote, type RequestContext } from 'lintel/kit'
import { readCatalog } from '../catalog/read-catalog.ts'

/** A table in a list. */
export interface TableSummary {
  readonly name: string
  /** Number of rows, counted at the time of the request. */
  readonly rows: number
  /** Number of columns. */
  readonly columns: number
  readonly indexes: number
}

/** Returns all tables, each with its number of rows, except virtual tables and the internal tables of SQLite and D1. */
export async function listTables(c: RequestContext): Promise<readonly TableSummary[]> {
  const tables = (await readCatalog(c)).filter(({ isVirtual }) => !isVirtual)
  const counts = await countRows(
    c,
    tables.map(({ name }) => name),
  )
  return tables.map(({ name, columns, indexes }, index) => ({
    name,
    rows: counts[index] ?? 0,
    columns: columns.length,
    indexes: indexes.length,
  }))
}

async function countRows({ env }: RequestContext, names: readonly string[]): Promise<readonly number[]> {
  if (names.length === 0) return []
  const results = await env.DB.batch<{ rows: number }>(
    names.map((name) => env.DB.prepare(`SELECT count(*) AS "rows" FROM ${quote(name)}`)),
  )
  return results.map(({ results: [row] }) => row?.rows ?? 0)
}
