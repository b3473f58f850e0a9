import { and, eq, inArray, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import type { Hook, HookEvent } from 'lintel'
import { manifestOf, type RequestContext } from 'lintel/kit'
import { isKey } from '../storage/keys.ts'
import { media, mediaFiles, mediaUsages } from '../tables.ts'
import { type Mention, mentionsOf } from './mentions.ts'

/** Keeps track of the items that a document shows, whenever it is saved. */
export const trackUsage: Hook = async (event, c) => {
  const { collection, id } = event
  if (collection === undefined || id === undefined) return
  const mentions = mentionsIn(c, collection, event.after)
  // Most saves change nothing about what is shown, and then cost nothing.
  if (JSON.stringify(mentions) === JSON.stringify(mentionsIn(c, collection, event.before))) return
  const forget = forgetStatement(c, collection, id)
  const [first, ...rest]: BatchItem<'sqlite'>[] = [
    forget,
    ...mentions.map((one) => insertStatement(c, collection, id, one)),
  ]
  if (first) await c.var.db.batch([first, ...rest])
}

/** A deleted document shows nothing. */
export const forgetUsage: Hook = async ({ collection, id }: HookEvent, c) => {
  if (collection !== undefined && id !== undefined) await forgetStatement(c, collection, id)
}

function forgetStatement(c: RequestContext, collection: string, id: string) {
  return c.var.db
    .delete(mediaUsages)
    .where(and(eq(mediaUsages.collectionId, collection), eq(mediaUsages.documentId, id)))
}

function mentionsIn(c: RequestContext, name: string, document: HookEvent['after']): readonly Mention[] {
  const collection = manifestOf(c).collections.find((one) => one.name === name)
  const isDocument = typeof document === 'object' && document !== null && !Array.isArray(document)
  return collection && isDocument ? mentionsOf(collection.fields, document as Readonly<Record<string, never>>) : []
}

/** Only items that there are: rich text may hold any address. */
function insertStatement(c: RequestContext, collection: string, document: string, { field, ids, keys }: Mention) {
  const files = JSON.stringify(keys.filter(isKey))
  const shown = c.var.db
    .select({
      mediaId: media.id,
      collectionId: sql`${collection}`.as('collection_id'),
      documentId: sql`${document}`.as('document_id'),
      field: sql`${field}`.as('field'),
    })
    .from(media)
    .where(
      sql`${inArray(media.id, sql`(SELECT "value" FROM json_each(${JSON.stringify(ids)}))`)} OR ${inArray(
        media.fileId,
        sql`(SELECT ${mediaFiles.id} FROM ${mediaFiles} WHERE ${mediaFiles.filename} IN (SELECT "value" FROM json_each(${files})))`,
      )}`,
    )
  return c.var.db
    .insert(mediaUsages)
    .select(shown as never)
    .onConflictDoNothing() // the columns of the table, in their order
}
