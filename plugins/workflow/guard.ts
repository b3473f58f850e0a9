import { desc, eq, inArray } from 'drizzle-orm'
import type { BeforeHook, Hook, Json } from 'lintel'
import { HttpError, hasTrash, type RequestContext, settingsOf, t } from 'lintel/kit'
import { settings } from './settings.ts'
import { type ReviewRow, workflowComments, workflowReviews } from './tables.ts'

type Document = { readonly [property: string]: Json }

/** Properties that change whenever a document is published, and are no content. */
const STANDING = new Set(['status', 'publishedAt', 'scheduledAt', 'updatedAt', 'updatedBy', 'version'])

/**
 * Keeps a document from being published, or scheduled, while its review is open, after it was rejected, and as anything
 * but what was approved. Where the settings ask for reviews, there must have been one.
 */
export const guardPublishing: BeforeHook = async ({ collection, id, before, after }, c) => {
  const was = asDocument(before)
  const becomes = asDocument(after)
  if (collection === undefined || id === undefined || becomes === null || !isMadePublic(was, becomes)) return undefined
  const review = was === null ? undefined : await latestReview(c, id) // nobody can have reviewed what is new
  if (review === undefined) {
    if (settingsOf(c, settings).collections.includes(collection)) {
      throw notYet(t('The document can be published only after a review: ask for one.'))
    }
    return undefined
  }
  if (review.status === 'requested')
    throw notYet(t('The document is under review: it can be published once it is approved.'))
  if (review.status === 'rejected')
    throw notYet(t('The review of this document was rejected: change the document and ask for another review.'))
  if (review.status === 'approved' && !isWhatWasApproved(review, was, becomes)) {
    throw notYet(t('The document has changed since it was approved: ask for another review.'))
  }
  if (review.status === 'withdrawn' && settingsOf(c, settings).collections.includes(collection)) {
    throw notYet(t('The document can be published only after a review: ask for one.'))
  }
  return undefined
}

/**
 * Tells whether a change makes a document public. One that was published before there were reviews may stay so and be
 * edited.
 */
function isMadePublic(was: Document | null, becomes: Document): boolean {
  const isPublic = (document: Document) => document.status === 'published' || document.status === 'scheduled'
  return isPublic(becomes) && (was === null || !isPublic(was))
}

function isWhatWasApproved({ version }: ReviewRow, was: Document | null, becomes: Document): boolean {
  if (was === null || was.version !== version) return false
  return Object.keys(becomes).every(
    (name) => STANDING.has(name) || JSON.stringify(becomes[name]) === JSON.stringify(was[name]),
  )
}

function notYet(detail: string): HttpError {
  return new HttpError('invalid_transition', detail)
}

async function latestReview(c: RequestContext, documentId: string): Promise<ReviewRow | undefined> {
  const [review] = await c.var.db
    .select()
    .from(workflowReviews)
    .where(eq(workflowReviews.documentId, documentId))
    .orderBy(desc(workflowReviews.requestedAt), desc(workflowReviews.id))
    .limit(1)
  return review
}

/** Reviews go with their document. In the trash it keeps them: it can be restored. */
export const forgetDocument: Hook = async ({ event, collection, id }, c) => {
  if (id === undefined || (event === 'content:delete' && hasTrash(c, collection))) return
  const { db } = c.var
  const reviews = db.select({ id: workflowReviews.id }).from(workflowReviews).where(eq(workflowReviews.documentId, id))
  await db.batch([
    db.delete(workflowComments).where(inArray(workflowComments.reviewId, reviews)),
    db.delete(workflowReviews).where(eq(workflowReviews.documentId, id)),
  ])
}

function asDocument(value: Json | undefined): Document | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Document) : null // no list
}
