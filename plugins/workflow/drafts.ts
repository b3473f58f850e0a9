import { desc, eq } from 'drizzle-orm'
import { callApi, coreTables, type RequestContext, readableIds } from 'lintel/kit'
import { workflowReviews } from './tables.ts'

/** A document that a review may be asked for. */
export interface Draft {
  readonly id: string
  readonly collection: string
  readonly title: string
}

/**
 * Drafts and published documents with pending changes that the caller may read and that are under no review, those
 * changed last first, at most 50 of each.
 */
export async function draftsToReview(c: RequestContext): Promise<readonly Draft[]> {
  const response = await callApi(c, '/api/content?status=draft&sort=-updatedAt&limit=50')
  if (!response.ok) return []
  const open = await c.var.db
    .select({ id: workflowReviews.documentId })
    .from(workflowReviews)
    .where(eq(workflowReviews.status, 'requested'))
  const underReview = new Set(open.map(({ id }) => id))
  const drafts = response.body.data as readonly { id: string; collection: string; title: string | null }[] // the contract's items
  const found = [...(await pendingDocuments(c)), ...drafts]
  return found
    .filter(({ id }) => !underReview.has(id))
    .map(({ id, collection, title }) => ({ id, collection, title: title ?? id }))
}

async function pendingDocuments(c: RequestContext) {
  const { content, contentDrafts } = coreTables
  const rows = await c.var.db
    .select({ id: content.id, collection: content.collectionId, title: content.title })
    .from(contentDrafts)
    .innerJoin(content, eq(content.id, contentDrafts.documentId))
    .orderBy(desc(contentDrafts.updatedAt))
    .limit(50)
  const byCollection = Map.groupBy(rows, ({ collection }) => collection)
  const readable = await readableIds(
    c,
    new Map([...byCollection].map(([name, of]) => [name, of.map(({ id }) => id)] as const)),
  )
  return rows.filter(({ id, collection }) => readable.get(collection)?.has(id))
}
