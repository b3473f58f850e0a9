import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Json } from 'lintel'
import { manifestOf, type RequestContext } from 'lintel/kit'
import { media, mediaUsages } from '../tables.ts'
import { mentionsOf } from './mentions.ts'

/** A document that was stored without a hook being told. */
export interface StoredDocument {
  readonly collection: string
  readonly id: string
  readonly fields: Readonly<Record<string, Json>>
}

/** Writes down which items new documents refer to, in one statement however many there are. */
export async function noteUsages(c: RequestContext, documents: readonly StoredDocument[]): Promise<void> {
  const collections = new Map(manifestOf(c).collections.map((collection) => [collection.name, collection]))
  const rows = documents.flatMap(({ collection, id, fields }) =>
    mentionsOf(collections.get(collection)?.fields ?? [], fields).flatMap(({ field, ids }) =>
      ids.map((item) => [item, collection, id, field]),
    ),
  )
  if (rows.length === 0) return
  const given = sql`json_each(${JSON.stringify(rows)})`
  await c.var.db.run(
    sql`INSERT OR IGNORE INTO ${mediaUsages} (media_id, collection_id, document_id, field)
    SELECT "value"->>0, "value"->>1, "value"->>2, "value"->>3 FROM ${given} WHERE "value"->>0 IN (SELECT ${media.id} FROM ${media})`,
  )
}

/** Documents of a collection that are gone show nothing any more. */
export async function forgetUsages(c: RequestContext, collection: string, documents: readonly string[]): Promise<void> {
  const gone = sql`(SELECT "value" FROM json_each(${JSON.stringify(documents)}))`
  await c.var.db
    .delete(mediaUsages)
    .where(and(eq(mediaUsages.collectionId, collection), inArray(mediaUsages.documentId, gone)))
}
