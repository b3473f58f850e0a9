import { desc, eq, sql } from 'drizzle-orm'
import { callApi, coreTables, isFieldShown, type RequestContext, readableIds } from 'lintel/kit'
import { workflowReviews } from './tables.ts'
import { titleFieldOf } from './title-field.ts'

/** A document for which a review can be requested. */
export interface Draft {
  readonly id: string
  readonly collection: string
  readonly title: string
}

/** Maximum number of drafts, and of published documents with pending changes, that a search finds. */
const FOUND = 20

/**
 * Finds published documents with pending changes, and drafts, that the caller may read and that are not under review.
 * Published documents come first, then drafts, each sorted by the time of their last change, newest first.
 * @param words beginning of the titles to find; empty for all documents
 */
export async function findDrafts(c: RequestContext, words: string): Promise<readonly Draft[]> {
  const query = new URLSearchParams({
    status: 'draft',
    sort: '-updatedAt',
    limit: String(FOUND),
    ...(words && { q: words }),
  })
  const response = await callApi(c, `/api/content?${query}`)
  if (!response.ok) return []
  const open = await c.var.db
    .select({ id: workflowReviews.documentId })
    .from(workflowReviews)
    .where(eq(workflowReviews.status, 'requested'))
  const underReview = new Set(open.map(({ id }) => id))
  const drafts = response.body.data as readonly { id: string; collection: string; title: string | null }[] // items in the API's format
  const found = [...(await pendingDocuments(c, words)), ...drafts]
  return found
    .filter(({ id }) => !underReview.has(id))
    .map(({ id, collection, title }) => ({ id, collection, title: title ?? id }))
}

async function pendingDocuments(c: RequestContext, words: string) {
  const { content, contentDrafts } = coreTables
  const rows = await c.var.db
    .select({ id: content.id, collection: content.collectionId, title: content.title })
    .from(contentDrafts)
    .innerJoin(content, eq(content.id, contentDrafts.documentId))
    .where(sql`lower(substr(coalesce(${content.title}, ''), 1, ${words.length})) = ${words.toLowerCase()}`)
    .orderBy(desc(contentDrafts.updatedAt))
    .limit(FOUND)
  const byCollection = Map.groupBy(rows, ({ collection }) => collection)
  const readable = await readableIds(
    c,
    new Map([...byCollection].map(([name, of]) => [name, of.map(({ id }) => id)] as const)),
  )
  const isShown = (collection: string) => {
    const field = titleFieldOf(c, collection)
    return field !== null && isFieldShown(c, field)
  }
  return rows
    .filter(({ id, collection }) => readable.get(collection)?.has(id) && (words === '' || isShown(collection)))
    .map((row) => (isShown(row.collection) ? row : { ...row, title: null }))
}
