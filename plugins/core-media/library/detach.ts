import { inArray, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { type ManifestCollection, type RequestContext, storedManifestOf } from 'lintel/kit'

/**
 * Statements that take items out of the fields that refer to them. Required ones are emptied too: whoever forces a
 * deletion is told where it is used. What lies inside rich text, lists and blocks stays and leads nowhere.
 */
export function detachStatements(c: RequestContext, ids: readonly string[]): BatchItem<'sqlite'>[] {
  const items = sql`(SELECT "value" FROM json_each(${JSON.stringify(ids)}))`
  return storedManifestOf(c).collections.flatMap((collection) =>
    referring(collection).flatMap(({ column, join }) => {
      const documents = tableOf(collection.table, column ?? 'id')
      const touched = { version: sql`${documents.version} + 1`, updatedAt: Date.now() }
      if (join === null) {
        const holding = inArray(documents.reference, items)
        return [
          c.var.db
            .update(documents)
            .set({ ...touched, reference: null })
            .where(holding),
        ]
      }
      const entries = joinTableOf(join)
      const listing = inArray(entries.target, items)
      const owners = c.var.db.select({ owner: entries.owner }).from(entries).where(listing)
      return [
        c.var.db.update(documents).set(touched).where(inArray(documents.id, owners)),
        c.var.db.delete(entries).where(listing),
      ]
    }),
  )
}

function referring({ fields }: ManifestCollection) {
  return fields.filter(({ target, column, join }) => target === 'media' && (column !== null || join !== null))
}

/** Of a collection's table, which the compiler names, what is needed here. */
function tableOf(name: string, reference: string) {
  return sqliteTable(name, {
    id: text('id'),
    version: integer('version'),
    updatedAt: integer('updated_at'),
    reference: text(reference),
  })
}

function joinTableOf(name: string) {
  return sqliteTable(name, { owner: text('owner_id'), target: text('target_id') })
}
