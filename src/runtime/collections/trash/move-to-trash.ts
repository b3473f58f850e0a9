import { sqlText } from '../../../ground/sql-text.ts'
import type { Statement } from '../../database/database.ts'
import type { Call } from '../request/call.ts'
import { collectionOf, type Deletions } from '../write/deletions.ts'

const DAY = 86_400_000

/** Tells whether deleted documents of a collection can be restored. */
export function isTrashed(call: Call, name: string): boolean {
  return (collectionOf(call, name)?.trash ?? null) !== null
}

/**
 * Composes the statements that copy documents to the trash, in the transaction that deletes them, with the references
 * that the deletion removes from other documents. Documents that are deleted along with another one are kept as long as
 * that document.
 */
export function trashStatements(call: Call, deletions: Deletions): Statement[] {
  const trashed = [...deletions].filter(([name]) => isTrashed(call, name))
  const userId = call.c.get('user')?.id ?? null
  return trashed.flatMap(([name, roots]) => {
    const collection = collectionOf(call, name)
    if (!collection) return []
    const ids = JSON.stringify([...roots.keys()])
    const days = (call.plan.collection.trash ?? collection.trash)?.days ?? 0
    const notes = collection.statements.referrers.flatMap(({ note }) => note ?? [])
    return [
      ...notes.map((sql) => ({ sql, values: [ids] })),
      {
        sql: collection.statements.trash,
        values: [JSON.stringify(Object.fromEntries(roots)), call.now, userId, call.now + days * DAY],
      },
      ...(name === call.plan.collection.name ? [{ sql: unrecord(collection.table), values: [ids] }] : []),
    ]
  })
}

/**
 * Composes the statement that removes the version that served as the deletion's guard, so that the history ends with
 * the document as it was.
 */
function unrecord(table: string): string {
  return sqlText`
    DELETE FROM "content_versions"
    WHERE "content_versions"."document_id" IN (SELECT value FROM json_each(?1))
    AND "content_versions"."version" > (SELECT "own"."version"
      FROM "${table}" AS "own"
      WHERE "own"."id" = "content_versions"."document_id")
  `
}
