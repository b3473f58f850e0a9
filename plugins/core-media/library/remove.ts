import { and, eq, inArray, notExists, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { DrizzleD1Database } from 'drizzle-orm/d1'
import {
  askBefore,
  emit,
  type FieldError,
  forgetGenerations,
  HttpError,
  log,
  type RequestContext,
  t,
  tn,
} from 'lintel/kit'
import { deleteFiles } from '../storage/delete-files.ts'
import { storageOf } from '../storage/open.ts'
import { media, mediaFiles, mediaUsages } from '../tables.ts'
import type { Item } from '../upload/register.ts'
import { detachStatements } from './detach.ts'
import { itemObject } from './item-object.ts'
import { findItems } from './items.ts'

export interface Removal {
  readonly removed: readonly string[]
  /** Ids that no item has. */
  readonly missing: readonly string[]
}

/**
 * Deletes items, all or none, and files that no item shows any more with everything made of them.
 * @param force takes them out of the content that uses them
 * @throws HttpError `in_use`; that of a plugin that refuses
 */
export async function removeItems(c: RequestContext, ids: readonly string[], force: boolean): Promise<Removal> {
  const items = await findItems(c.var.db, ids)
  const found = items.map(({ item }) => item.id)
  if (items.length > 0) {
    if (!force) await requireUnused(c.var.db, found)
    const objects = await Promise.all(items.map((item) => itemObject(c, item)))
    for (const object of objects) await askBefore(c, 'before:media:delete', () => ({ id: object.id, item: object }))
    const orphans = await removeRows(c, items, force)
    forgetGenerations(c)
    await deleteObjects(c, orphans)
    for (const object of objects) await emit(c, 'media:delete', { id: object.id, item: object })
  }
  return { removed: found, missing: ids.filter((id) => !found.includes(id)) }
}

/** @returns keys of files that are gone with the items */
async function removeRows(c: RequestContext, items: readonly Item[], force: boolean): Promise<string[]> {
  const { db } = c.var
  const ids = items.map(({ item }) => item.id)
  const fileIds = [...new Set(items.map(({ file }) => file.id))]
  const detaching = force ? detachStatements(c, ids) : []
  const statements: BatchItem<'sqlite'>[] = [
    db.delete(media).where(among(media.id, ids)),
    db
      .delete(mediaFiles)
      .where(
        and(
          among(mediaFiles.id, fileIds),
          notExists(db.select({ one: sql`1` }).from(media).where(eq(media.fileId, mediaFiles.id))),
        ),
      )
      .returning({ key: mediaFiles.filename }),
    db.delete(mediaUsages).where(among(mediaUsages.mediaId, ids)),
  ]
  const [first, ...rest] = [...detaching, ...statements]
  if (!first) return []
  try {
    const results = await db.batch([first, ...rest])
    const gone = results[detaching.length + 1] as { key: string }[] // what `returning` asks for
    return gone.map(({ key }) => key)
  } catch (error) {
    // A reference that the usages do not know: written by other means than the interface.
    if (isForeignKey(error)) throw new HttpError('in_use', t('Content refers to it.'), { cause: error })
    throw error
  }
}

function isForeignKey(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    if (current.message.includes('FOREIGN KEY constraint failed')) return true
  }
  return false
}

async function requireUnused(db: DrizzleD1Database, ids: readonly string[]): Promise<void> {
  const usages = await db.select().from(mediaUsages).where(among(mediaUsages.mediaId, ids)).limit(11)
  if (usages.length === 0) return
  const errors = usages.slice(0, 10).map(
    ({ mediaId, collectionId, documentId, field }): FieldError => ({
      path: `${collectionId}.${field}`,
      code: 'in_use',
      message: t('{collectionId} {documentId} shows {mediaId}.', { collectionId, documentId, mediaId }),
    }),
  )
  const detail =
    usages.length > 10
      ? t('It is used in more than 10 places; with ?force=true it is taken out there.')
      : tn(
          usages.length,
          'It is used in one place; with ?force=true it is taken out there.',
          'It is used in {count} places; with ?force=true it is taken out there.',
        )
  throw new HttpError('in_use', detail, { errors })
}

/** The rows are gone for good: what the storage does not delete now is swept later. */
async function deleteObjects(c: RequestContext, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return
  try {
    await deleteFiles(storageOf(c), keys)
  } catch (error) {
    log(c, 'warn', { type: 'media', message: 'files are left in the storage', keys, error: String(error) })
  }
}

/** Holds for rows whose column is one of these. However many: they are one parameter. */
function among(
  column: typeof media.id | typeof mediaFiles.id | typeof mediaUsages.mediaId,
  values: readonly unknown[],
) {
  return inArray(column, sql`(SELECT "value" FROM json_each(${JSON.stringify(values)}))`)
}
