import type { DocumentCounts } from '../../compile/review/rows.ts'
import { literal, quote } from '../../ground/sql.ts'
import type { Compiled } from '../compile-project.ts'
import { type TargetChoice, withTarget } from '../target/with-target.ts'

/**
 * Counts the documents of collections by status, in the database of an environment in its current state. Collections
 * without a table in that database are left out.
 */
export async function countDocuments(
  { config, manifest }: Compiled,
  choice: Omit<TargetChoice, 'config'>,
  names: readonly string[],
): Promise<DocumentCounts> {
  const collections = manifest.collections.filter(({ name }) => names.includes(name))
  if (collections.length === 0) return new Map()
  return withTarget({ ...choice, config }, async ({ database }) => {
    const tables = collections.map(({ table }) => literal(table)).join(', ')
    const [found = []] = await database.query<{ readonly name: string }>(
      `SELECT "name" FROM "sqlite_master" WHERE "type" = 'table' AND "name" IN (${tables})`,
    )
    const existing = new Set(found.map(({ name }) => name))
    const counted = collections.filter(({ table }) => existing.has(table))
    if (counted.length === 0) return new Map()
    const rows = await database.query<{ readonly status: string; readonly count: number }>(
      ...counted.map(
        ({ table }) =>
          `SELECT "status", count(*) AS "count" FROM ${quote(table)} GROUP BY "status" ORDER BY "count" DESC, "status"`,
      ),
    )
    return new Map(
      counted.map(({ name }, index) => [
        name,
        Object.fromEntries((rows[index] ?? []).map(({ status, count }) => [status, count])),
      ]),
    )
  })
}
