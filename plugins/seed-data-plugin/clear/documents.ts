import { sql } from 'drizzle-orm'
import {
  findService,
  type ManifestCollection,
  type RequestContext,
  runStatements,
  type Statement,
  storedManifestOf,
  withValues,
} from 'lintel/kit'
import { fillingOrder } from '../documents/order.ts'
import { seedRecords } from '../tables.ts'
import { holds } from './hold.ts'

/** Number of documents in one transaction. */
const AT_ONCE = 500

/**
 * Removes sample documents that are not held, with their history; those that refer to others are removed first.
 * Documents that stay lose their references to the removed documents.
 * @param limit approximate maximum number
 * @returns how many were removed
 */
export async function clearDocuments(c: RequestContext, limit: number): Promise<number> {
  const { collections } = storedManifestOf(c)
  const media = await findService(c, 'media')
  let removed = 0
  for (const name of fillingOrder(collections).flat().reverse()) {
    const collection = collections.find((one) => one.name === name)
    if (!collection) continue
    for (;;) {
      if (removed >= limit) return removed
      const ids = await nextIds(c, name)
      if (ids.length === 0) break
      removed += await remove(c, collection, ids)
      await media?.forgetUsages(name, ids)
    }
  }
  return removed
}

async function nextIds(c: RequestContext, collection: string): Promise<string[]> {
  const rows = await c.var.db
    .select({ id: seedRecords.id })
    .from(seedRecords)
    .where(
      sql`${seedRecords.collection} = ${collection} AND NOT ${seedRecords.held} AND ${seedRecords.kind} = 'content'`,
    )
    .limit(AT_ONCE)
  return rows.map(({ id }) => id)
}

async function remove(
  c: RequestContext,
  collection: ManifestCollection,
  documents: readonly string[],
): Promise<number> {
  const ids = JSON.stringify(documents)
  const { referrers, purge } = collection.statements
  const detaching = referrers.flatMap(({ collection: holder, detach }) =>
    detach.map((sql) => withValues(sql, [ids, Date.now(), holder === collection.name ? ids : '[]'])),
  )
  const [there = []] = await runStatements(c, [
    { sql: `SELECT 1 FROM "${collection.table}" WHERE "id" ${AMONG}`, values: [ids] },
    { sql: 'PRAGMA defer_foreign_keys = ON', values: [] },
    ...loosened(c, collection.name, ids),
    ...detaching,
    ...purge.map((sql) => ({ sql, values: [ids] })),
    { sql: `DELETE FROM "content_versions" WHERE "document_id" ${AMONG}`, values: [ids] },
    { sql: `DELETE FROM "content_drafts" WHERE "document_id" ${AMONG}`, values: [ids] },
    { sql: `DELETE FROM "content_draft_versions" WHERE "document_id" ${AMONG}`, values: [ids] },
    { sql: `DELETE FROM "content_trash" WHERE "document_id" ${AMONG}`, values: [ids] },
    { sql: `DELETE FROM "seed_records" WHERE "kind" = 'content' AND "id" ${AMONG}`, values: [ids] },
  ])
  return there.length
}

const AMONG = 'IN (SELECT "value" FROM json_each(?1))'

/**
 * Returns statements that empty references in sample data to the documents being removed: if collections refer to each
 * other or to themselves, samples that are removed later have such references.
 */
function loosened(c: RequestContext, target: string, ids: string): Statement[] {
  return storedManifestOf(c).collections.flatMap(({ table, fields }) =>
    fields.flatMap((field) => {
      if (field.target !== target || field.column === null || !holds(field)) return []
      return [{ sql: `UPDATE "${table}" SET "${field.column}" = NULL WHERE [${field.column}] ${AMONG}`, values: [ids] }]
    }),
  )
}
