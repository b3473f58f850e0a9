import { and, desc, eq, inArray, isNotNull, isNull } from 'drizzle-orm'
import type { BeforeEvent, BeforeHook, DraftNote, Hook, Json } from 'lintel'
import { HttpError, hasTrash, type RequestContext, settingsOf, t } from 'lintel/kit'
import { settings } from './settings.ts'
import { type ReviewRow, workflowComments, workflowReviews } from './tables.ts'

type Document = { readonly [property: string]: Json }

/** Properties that change whenever a document is published, and are not part of its content. */
const STANDING = new Set(['status', 'publishedAt', 'scheduledAt', 'updatedAt', 'updatedBy', 'version'])

/**
 * Prevents a document from being published or scheduled while a review is open, after the review was rejected, or in a
 * version other than the approved one. If the settings require reviews, also prevents publishing without a review.
 */
export const guardPublishing: BeforeHook = async (event, c) => {
  if (event.draft) return guardDraft(event, event.draft, c)
  const { collection, id, before, after } = event
  const was = asDocument(before)
  const becomes = asDocument(after)
  if (collection === undefined || id === undefined || becomes === null || !isMadePublic(was, becomes)) return undefined
  const review = was === null ? undefined : await latestReview(c, id) // nobody can have reviewed a new document
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
 * Applies the rules of `guardPublishing` to pending changes to a published document when these are published or
 * scheduled.
 */
async function guardDraft({ collection, id, before }: BeforeEvent, draft: DraftNote, c: RequestContext) {
  if (!draft.publishes || collection === undefined || id === undefined) return undefined
  const found = await latestReview(c, id, true)
  // A review of another published version does not count.
  const review = found?.version === asDocument(before)?.version ? found : undefined
  if (review?.status === 'requested')
    throw notYet(t('The changes are under review: they can be published once they are approved.'))
  if (review?.status === 'rejected')
    throw notYet(t('The review of these changes was rejected: change the document and ask for another review.'))
  if (review?.status === 'approved') {
    if (review.draft === draft.revision) return undefined
    throw notYet(t('The document has changed since it was approved: ask for another review.'))
  }
  if (!settingsOf(c, settings).collections.includes(collection)) return undefined
  throw notYet(t('The changes can be published only after a review: ask for one.'))
}

/**
 * Tells whether a change makes a document public. A document that is already public may stay public and be edited, even
 * if reviews are required.
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

/**
 * Returns the latest review of a document.
 * @param ofChanges true for reviews of pending changes, false for those of an unpublished document
 */
async function latestReview(c: RequestContext, documentId: string, ofChanges = false): Promise<ReviewRow | undefined> {
  const [review] = await c.var.db
    .select()
    .from(workflowReviews)
    .where(
      and(
        eq(workflowReviews.documentId, documentId),
        ofChanges ? isNotNull(workflowReviews.draft) : isNull(workflowReviews.draft),
      ),
    )
    .orderBy(desc(workflowReviews.requestedAt), desc(workflowReviews.id))
    .limit(1)
  return review
}

/** Deletes the reviews of a deleted document. A document in the trash keeps them, since it can be restored. */
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
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Document) : null // not a list
}
