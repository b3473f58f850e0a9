import { sqlText } from '../../ground/sql-text.ts'
import type { CollectionPlan } from '../../runtime/collections/document/plan.ts'
import type { ProjectDatabase } from '../database/project-database.ts'
import { fromTable, lineOf } from './document-row.ts'

/** Number of documents that are read at once. */
const AT_ONCE = 200

/** Yields the lines of a collection's documents, ordered by id. The documents are read page by page. */
export async function* exportDocuments(database: ProjectDatabase, plan: CollectionPlan): AsyncGenerator<string> {
  const { statements, table } = plan.collection
  const columns = Object.entries(statements.columns).map(([property, sql]) => `${sql} AS "${property}"`)
  const sql = `SELECT ${columns.join(', ')} FROM "${table}" WHERE id > ?1 ORDER BY id LIMIT ${AT_ONCE}`
  for (let last = ''; ; ) {
    const [rows = []] = await database.run<Record<string, unknown>>([{ sql, values: [last] }])
    for (const row of rows) yield `${lineOf(plan, fromTable(row))}\n`
    if (rows.length < AT_ONCE) return
    last = String(rows.at(-1)?.id)
  }
}

/** Counts the documents of each collection. */
export async function countDocuments(
  database: ProjectDatabase,
  plans: readonly CollectionPlan[],
): Promise<ReadonlyMap<string, number>> {
  const sql = 'SELECT "collection_id" AS "name", sum("count") AS "count" FROM "content_counts" GROUP BY 1'
  const [rows = []] = await database.run<{ name: string; count: number }>([{ sql, values: [] }])
  const counts = new Map(rows.map(({ name, count }) => [name, count]))
  return new Map(plans.map(({ collection: { name } }) => [name, counts.get(name) ?? 0]))
}

/** Counts the documents of these collections that have unpublished changes; documents in the trash do not count. */
export async function countPendingChanges(
  database: ProjectDatabase,
  plans: readonly CollectionPlan[],
): Promise<number> {
  const names = JSON.stringify(plans.map(({ collection }) => collection.name))
  const [[row] = []] = await database.run<{ count: number }>([{ sql: PENDING, values: [names] }])
  return row?.count ?? 0
}

const PENDING = sqlText`
  SELECT count(*) AS "count"
  FROM "content_drafts"
  WHERE "document_id" IN (SELECT "id" FROM "content" WHERE "collection_id" IN (SELECT "value" FROM json_each(?1)))
`
