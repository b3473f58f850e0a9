import { and, eq, inArray, notExists, type SQL, sql } from 'drizzle-orm'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import {
  askBefore,
  emit,
  forgetGenerations,
  HttpError,
  type RequestContext,
  runStatements,
  type Statement,
  t,
} from 'lintel/kit'
import { deletePending, noteDeletions } from '../storage/deletions.ts'
import { type Item, media, mediaFiles, mediaUsages, mediaVariants } from '../tables.ts'
import { detachItems } from './detach.ts'
import { itemObject } from './item-object.ts'
import { findItems } from './items.ts'
import { isPending } from './pending-uses.ts'
import { noItem } from './read-item.ts'
import { requireUnused } from './require-unused.ts'

/**
 * Deletes an item, and the item's file unless another item uses that file.
 * @throws HttpError `not_found`, and as `removeItems` does
 */
export async function removeItem(c: RequestContext, id: string, force: boolean): Promise<void> {
  const removed = await removeItems(c, [id], force)
  if (removed.length === 0) throw noItem()
}

/**
 * Deletes items, all or none, and the files that no item uses any more, with everything made from them.
 * @param force removes the items from the content that uses them
 * @returns ids of the items that existed
 * @throws HttpError `in_use`; the error of a plugin that refuses
 */
export async function removeItems(c: RequestContext, ids: readonly string[], force: boolean): Promise<string[]> {
  const items = await findItems(c.var.db, ids)
  const found = items.map(({ item }) => item.id)
  if (items.length > 0) {
    if (!force) await requireUnused(c, found)
    const objects = await Promise.all(items.map((item) => itemObject(c, item)))
    for (const object of objects) await askBefore(c, 'before:media:delete', () => ({ id: object.id, item: object }))
    const removed = await removeRows(c, items, force)
    // In the meantime, content has begun to use the items, or others have deleted them.
    if (removed.size === 0) await requireUnused(c, found)
    forgetGenerations(c)
    await deletePending(
      c,
      items.map(({ file }) => file.filename),
    )
    for (const object of objects) {
      if (removed.has(object.id)) await emit(c, 'media:delete', { id: object.id, item: object })
    }
    return found.filter((id) => removed.has(id))
  }
  return []
}

/**
 * Deletes the rows of items. Files that no item uses any more are recorded for deletion, in the same batch.
 * @returns ids of the deleted items; empty if content has begun to use one of the items
 * @throws HttpError `in_use` if content refers to one of the items but the table of uses has no row for it
 */
async function removeRows(c: RequestContext, items: readonly Item[], force: boolean): Promise<ReadonlySet<unknown>> {
  const { db } = c.var
  const ids = items.map(({ item }) => item.id)
  const fileIds = [...new Set(items.map(({ file }) => file.id))]
  const isOrphan = and(
    among(mediaFiles.id, fileIds),
    notExists(db.select({ one: sql`1` }).from(media).where(eq(media.fileId, mediaFiles.id))),
  )
  const isGone = notExists(db.select({ one: sql`1` }).from(media).where(eq(media.id, mediaUsages.mediaId)))
  const removing = [
    db
      .delete(media)
      .where(and(among(media.id, ids), force ? undefined : isUnused(ids)))
      .returning({ id: media.id }),
    noteDeletions(db, isOrphan),
    db
      .delete(mediaVariants)
      .where(
        inArray(mediaVariants.filename, db.select({ filename: mediaFiles.filename }).from(mediaFiles).where(isOrphan)),
      ),
    db.delete(mediaFiles).where(isOrphan),
    db.delete(mediaUsages).where(and(among(mediaUsages.mediaId, ids), isGone)),
  ]
  try {
    const detaching = force ? detachItems(c, ids) : []
    const results = await runStatements(c, [...detaching, ...removing.map(asStatement)])
    return new Set(results[detaching.length]?.map(({ id }) => id))
  } catch (error) {
    // Content refers to the file, but `media_usages` has no row for that: the content was not written through the API.
    if (isForeignKey(error)) throw new HttpError('in_use', t('Other content refers to this file.'), { cause: error })
    if (!(await areGone(db, ids))) throw error
    return new Set(ids)
  }
}

/** Returns the condition that neither content nor pending changes use items when the statement runs. */
function isUnused(ids: readonly string[]): SQL {
  const uses = sql`SELECT 1 FROM ${mediaUsages} AS "used" WHERE "used"."media_id" IN ${idsIn(ids)}`
  return sql`NOT EXISTS (${uses}) AND NOT ${isPending(idsIn(ids))}`
}

function asStatement(query: { toSQL(): { readonly sql: string; readonly params: readonly unknown[] } }): Statement {
  const { sql, params } = query.toSQL()
  return { sql, values: params as Statement['values'] } // the query builder has encoded the values
}

/** Tells whether items were deleted, if no response confirmed the deletion. */
async function areGone(db: DrizzleD1Database, ids: readonly string[]): Promise<boolean> {
  const left = await db.select({ id: media.id }).from(media).where(among(media.id, ids)).limit(1)
  return left.length === 0
}

function isForeignKey(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current.message.includes('FOREIGN KEY constraint failed')) return true
  }
  return false
}

/**
 * Returns the condition that a column has one of the values. The number of values is not limited, because all of them
 * are bound as one parameter.
 */
function among(
  column: typeof media.id | typeof mediaFiles.id | typeof mediaUsages.mediaId,
  values: readonly unknown[],
) {
  return inArray(column, idsIn(values))
}

function idsIn(values: readonly unknown[]): SQL {
  return sql`(SELECT "value" FROM json_each(${JSON.stringify(values)}))`
}
