import { sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { type ManifestCollection, manifestOf, type RequestContext } from 'lintel/kit'

/**
 * Statements that take items out of the fields that refer to them. Required ones are emptied too: whoever forces a
 * deletion is told where it is used. What lies inside rich text, lists and blocks stays and leads nowhere.
 */
export function detachStatements(c: RequestContext, ids: readonly string[]): BatchItem<'sqlite'>[] {
  const wanted = sql`(SELECT "value" FROM json_each(${JSON.stringify(ids)}))`
  const changed = sql`"version" = "version" + 1, "updated_at" = ${Date.now()}`
  return manifestOf(c).collections.flatMap((collection) =>
    referring(collection).flatMap(({ column, join }) => {
      const table = sql.identifier(collection.table)
      if (join !== null) {
        const joined = sql.identifier(join)
        const owners = sql`(SELECT "owner_id" FROM ${joined} WHERE "target_id" IN ${wanted})`
        return [
          c.var.db.run(sql`UPDATE ${table} SET ${changed} WHERE "id" IN ${owners}`),
          c.var.db.run(sql`DELETE FROM ${joined} WHERE "target_id" IN ${wanted}`),
        ]
      }
      const name = sql.identifier(column ?? '')
      return [c.var.db.run(sql`UPDATE ${table} SET ${name} = NULL, ${changed} WHERE ${name} IN ${wanted}`)]
    }),
  )
}

function referring({ fields }: ManifestCollection) {
  return fields.filter(({ target, column, join }) => target === 'media' && (column !== null || join !== null))
}
