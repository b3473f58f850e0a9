import { quote, type RequestContext } from 'lintel/kit'
import { readCatalog } from '../catalog/read-catalog.ts'

/** A table in a list. */
export interface TableSummary {
  readonly name: string
  /** Counted now. */
  readonly rows: number
  /** Number of its rows. */
  readonly columns: number
  readonly indexes: number
}

/** Every table with how much it holds. What SQLite and D1 keep for themselves is not among them. */
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
