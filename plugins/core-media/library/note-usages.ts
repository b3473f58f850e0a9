import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Json } from 'lintel'
import { type RequestContext, runStatements, storedManifestOf } from 'lintel/kit'
import { mediaUsages } from '../tables.ts'
import { usageStatements } from './usage-rows.ts'

/** A document that was stored without running hooks. */
export interface StoredDocument {
  readonly collection: string
  readonly id: string
  readonly fields: Readonly<Record<string, Json>>
}

/** Records which media items the documents use, in at most three statements per collection. */
export async function noteUsages(c: RequestContext, documents: readonly StoredDocument[]): Promise<void> {
  const statements = storedManifestOf(c).collections.flatMap((collection) => {
    const among = documents.filter((document) => document.collection === collection.name)
    return usageStatements(collection, among)
  })
  if (statements.length === 0) return
  await runStatements(
    c,
    statements.map(({ sql, rows }) => ({ sql, values: [JSON.stringify(rows)] })),
  )
}

/** Deletes the recorded uses of items by deleted documents of a collection. */
export async function forgetUsages(c: RequestContext, collection: string, documents: readonly string[]): Promise<void> {
  const gone = sql`(SELECT "value" FROM json_each(${JSON.stringify(documents)}))`
  await c.var.db
    .delete(mediaUsages)
    .where(and(eq(mediaUsages.collectionId, collection), inArray(mediaUsages.documentId, gone)))
}
