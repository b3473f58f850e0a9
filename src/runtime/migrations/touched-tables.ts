import { quote } from '../../ground/sql.ts'
import type { HostDatabase } from '../../hosts/host.ts'

/** A table that a migration reads or rewrites, and its size. */
export interface TouchedTable {
  readonly table: string
  /** Current number of rows: at most `COUNTED`. */
  readonly rows: number
}

/** Maximum number of rows that are counted per table: a review only needs the order of magnitude. */
export const COUNTED = 1_000_000

/** Matches statements that read all rows of a table. `CREATE TABLE` and `ALTER TABLE … ADD` do not. */
const TOUCHING = [
  /^UPDATE "([^"]+)"/,
  /^DELETE FROM "([^"]+)"/,
  /^DROP TABLE (?:IF EXISTS )?"([^"]+)"/,
  /^ALTER TABLE "([^"]+)" DROP COLUMN/,
  /^CREATE (?:UNIQUE )?INDEX "[^"]+" ON "([^"]+)"/,
  /^INSERT INTO .*? FROM "([^"]+)"/s,
  /^CREATE TABLE "[^"]+" AS SELECT .*? FROM "([^"]+)"/s,
]

/**
 * Counts the rows of the tables that statements read or rewrite, up to `COUNTED`, largest first. Tables that are empty,
 * or do not exist yet, are left out.
 * @param statements SQL of one statement each, as the compiler writes it
 */
export async function touchedTables(db: HostDatabase, statements: readonly string[]): Promise<readonly TouchedTable[]> {
  const named = new Set(statements.flatMap((sql) => TOUCHING.flatMap((pattern) => pattern.exec(sql.trim())?.[1] ?? [])))
  if (named.size === 0) return []
  const { results } = await db
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name IN (SELECT value FROM json_each(?1))`)
    .bind(JSON.stringify([...named]))
    .all<{ name: string }>()
  if (results.length === 0) return []
  const counts = await db.batch<{ rows: number }>(
    results.map(({ name }) =>
      db.prepare(`SELECT count(*) AS "rows" FROM (SELECT 1 FROM ${quote(name)} LIMIT ${COUNTED})`),
    ),
  )
  return results
    .map(({ name }, index) => ({ table: name, rows: counts[index]?.results[0]?.rows ?? 0 }))
    .filter(({ rows }) => rows > 0)
    .sort((a, b) => b.rows - a.rows)
}
