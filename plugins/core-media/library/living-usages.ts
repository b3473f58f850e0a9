import { and, count, eq, getTableColumns, inArray, notExists, type SQL, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { coreTables, type RequestContext, storedManifestOf } from 'lintel/kit'
import { mediaUsages } from '../tables.ts'

const { contentTrash } = coreTables

type UsageRow = typeof mediaUsages.$inferSelect & { readonly isTrashed: number }

/**
 * Returns at most `limit` uses of items by documents that exist, even in the trash. Also deletes leftover uses by
 * documents that no longer exist. If there are no uses, this takes one query.
 */
export async function findLivingUsages(c: RequestContext, ids: readonly string[], limit: number): Promise<UsageRow[]> {
  const { db } = c.var
  const ofItems = inArray(mediaUsages.mediaId, sql`(SELECT "value" FROM json_each(${JSON.stringify(ids)}))`)
  const noted = await db
    .select({ collection: mediaUsages.collectionId, uses: count() })
    .from(mediaUsages)
    .where(ofItems)
    .groupBy(mediaUsages.collectionId)
  if (noted.length === 0) return []
  // The names are written out: among columns of one table, the query builder omits the table's name.
  const isTrashed = sql<number>`EXISTS (SELECT 1 FROM "content_trash" AS "gone" WHERE "gone"."document_id" = "media_usages"."document_id")`
  const living = db
    .select({ ...getTableColumns(mediaUsages), isTrashed: isTrashed.as('is_trashed') })
    .from(mediaUsages)
    .where(ofItems)
    .limit(limit)
  const stale = noted.map(({ collection }) => strikeOut(c, collection, ofItems))
  const [first = living, ...rest]: BatchItem<'sqlite'>[] = [...stale, living]
  const results = await db.batch([first, ...rest])
  return results.at(-1) as UsageRow[] // the columns of the last statement
}

/**
 * Returns the statement that deletes the uses of items by documents that no longer exist: by all documents of a removed
 * collection, or by the deleted documents of an existing one.
 */
function strikeOut(c: RequestContext, name: string, ofItems: SQL) {
  const { db } = c.var
  const collection = storedManifestOf(c).collections.find((one) => one.name === name)
  const condition = and(ofItems, eq(mediaUsages.collectionId, name))
  if (!collection) return db.delete(mediaUsages).where(condition)
  const documents = sqliteTable(collection.table, { id: text('id').primaryKey() }) // the compiler has named the table
  const document = db.select({ id: documents.id }).from(documents).where(eq(documents.id, mediaUsages.documentId))
  const trashed = db.select({ id: contentTrash.documentId }).from(contentTrash)
  const inTrash = trashed.where(eq(contentTrash.documentId, mediaUsages.documentId))
  return db.delete(mediaUsages).where(and(condition, notExists(document), notExists(inTrash)))
}
