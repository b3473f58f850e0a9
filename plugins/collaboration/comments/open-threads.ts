import { isFieldShown, type RequestContext, readableIds, runStatements } from 'lintel/kit'
import { collectionNamed, requireCaller } from '../document.ts'
import { personOf } from '../people.ts'
import type { OpenThread } from './objects.ts'
import { fieldOf, isThreadShown } from './shown-field.ts'

/** Selection of threads: those that mention the caller, those that the caller commented in, or all. */
export type Which = 'mentions' | 'joined' | 'all'

/** Maximum number of threads that are checked for a list, since the caller may not be allowed to read all of them. */
const LOOKED_THROUGH = 300

/**
 * Returns the open threads on documents that the caller may read, sorted by their last comment, newest first. Takes two
 * round trips.
 */
export async function listOpenThreads(c: RequestContext, which: Which, limit: number): Promise<OpenThread[]> {
  const values = [LOOKED_THROUGH, ...(which === 'all' ? [] : [requireCaller(c).id])]
  const [found = []] = await runStatements(c, [{ sql: LISTS[which], values }])
  const rows = found as unknown as ListedRow[] // the columns that LISTS selects
  const rowsByCollection = Map.groupBy(rows, ({ collection }) => collection)
  const documents = [...rowsByCollection].map(
    ([name, of]) => [name, new Set(of.map(({ document }) => document))] as const,
  )
  const readable = await readableIds(c, new Map(documents))
  return rows
    .filter(({ collection, document }) => readable.get(collection)?.has(document))
    .filter(({ collection, field }) => isThreadShown(c, collectionNamed(c, collection), field))
    .slice(0, limit)
    .map((row) => openThreadOf(c, row))
}

interface ListedRow {
  readonly id: string
  readonly collection: string
  readonly document: string
  readonly title: string | null
  readonly field: string | null
  readonly updatedAt: number
  readonly comments: number
  readonly text: string
  readonly authorId: string
  readonly username: string | null
  readonly firstName: string | null
  readonly lastName: string | null
}

function openThreadOf(c: RequestContext, row: ListedRow): OpenThread {
  const { id, collection, document, field, comments, text, authorId } = row
  const owner = collectionNamed(c, collection)
  const titleField = fieldOf(owner, owner.titleField)
  return {
    id,
    collection,
    document,
    title: titleField !== null && isFieldShown(c, titleField) ? row.title : null,
    field,
    updatedAt: new Date(row.updatedAt).toISOString(),
    comments,
    last: { author: personOf(authorId, row), text },
  }
}

const listOf = (condition: string) => `SELECT "thread"."id" AS "id", "thread"."collection_id" AS "collection",
"thread"."document_id" AS "document", "content"."title" AS "title", "field", "thread"."updated_at" AS "updatedAt",
(SELECT count(*) FROM "collaboration_comments" WHERE "thread_id" = "thread"."id") AS "comments",
"last"."text" AS "text", "last"."author_id" AS "authorId", "username", "first_name" AS "firstName", "last_name" AS "lastName"
FROM "collaboration_threads" AS "thread"
JOIN "content" ON "content"."id" = "thread"."document_id"
JOIN "collaboration_comments" AS "last" ON "last"."id" = (
  SELECT "id" FROM "collaboration_comments" WHERE "thread_id" = "thread"."id" ORDER BY "created_at" DESC, "id" DESC LIMIT 1
)
LEFT JOIN "users" ON "users"."id" = "last"."author_id"
WHERE "resolved_at" IS NULL${condition} ORDER BY "thread"."updated_at" DESC, "thread"."id" DESC LIMIT ?1`

const LISTS: Readonly<Record<Which, string>> = {
  all: listOf(''),
  joined: listOf(' AND "thread"."id" IN (SELECT "thread_id" FROM "collaboration_comments" WHERE "author_id" = ?2)'),
  mentions: listOf(
    ' AND "thread"."id" IN (SELECT "thread_id" FROM "collaboration_mentions" JOIN "collaboration_comments" ON "collaboration_comments"."id" = "comment_id" WHERE "user_id" = ?2)',
  ),
}
