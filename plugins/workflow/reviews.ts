import { asc, desc, eq, sql } from 'drizzle-orm'
import {
  callApi,
  coreTables,
  HttpError,
  isFieldShown,
  type RequestContext,
  readableIds,
  refusalIn,
  settingsOf,
  t,
  users,
  uuidv7,
} from 'lintel/kit'
import { notifyOfDecision, notifyReviewers } from './notify.ts'
import { requireReviewer } from './reviewers.ts'
import { settings } from './settings.ts'
import { type ReviewRow, type ReviewStatus, workflowComments, workflowReviews } from './tables.ts'
import { titleFieldOf } from './title-field.ts'

/** A review as routes return it. Times are ISO 8601. */
export interface Review {
  readonly id: string
  readonly collection: string
  readonly documentId: string
  readonly title: string
  readonly version: number
  /** Revision of the pending changes that are reviewed, for a published document; `null` for a draft. */
  readonly draft: number | null
  readonly status: ReviewStatus
  /** The account that the review was requested from; `null` if anybody who may approve or reject it can do so. */
  readonly reviewer: string | null
  readonly requestedBy: string
  readonly requestedAt: string
  readonly decidedBy: string | null
  readonly decidedAt: string | null
}

export interface Comment {
  readonly id: string
  /** Email of the author; `null` if the account no longer exists. */
  readonly author: string | null
  readonly text: string
  readonly createdAt: string
}

export interface ReviewDetail extends Review {
  readonly comments: readonly Comment[]
  /** Actions that the caller may take on the review. */
  readonly may: { readonly decide: boolean; readonly withdraw: boolean }
}

/** Maximum number of reviews in a list, and of reviews that are checked for the list. */
const SHOWN = 100
const LOOKED_THROUGH = 500

/** Returns the reviews of documents that the caller may read, newest first, at most `SHOWN`. */
export async function listReviews(
  c: RequestContext,
  { status, document }: { readonly status?: ReviewStatus | undefined; readonly document?: string | undefined },
): Promise<Review[]> {
  const rows = await c.var.db
    .select()
    .from(workflowReviews)
    .where(
      sql`(${status ?? null} IS NULL OR ${workflowReviews.status} = ${status ?? null}) AND (${document ?? null} IS NULL OR ${workflowReviews.documentId} = ${document ?? null})`,
    )
    .orderBy(desc(workflowReviews.requestedAt), desc(workflowReviews.id))
    .limit(LOOKED_THROUGH)
  return (await readableRows(c, rows)).slice(0, SHOWN).map((row) => reviewObject(c, row))
}

/** Returns those of the given reviews whose documents the caller may read. */
export async function readableRows(c: RequestContext, rows: readonly ReviewRow[]): Promise<ReviewRow[]> {
  const rowsByCollection = Map.groupBy(rows, ({ collectionId }) => collectionId)
  const documents = [...rowsByCollection].map(([name, of]) => [name, of.map(({ documentId }) => documentId)] as const)
  const readable = await readableIds(c, new Map(documents))
  return rows.filter(({ collectionId, documentId }) => readable.get(collectionId)?.has(documentId))
}

/**
 * Returns a review with its comments, for reviewers and for the person who requested it.
 * @throws HttpError `not_found`
 */
export async function readReview(c: RequestContext, id: string): Promise<ReviewDetail> {
  const row = await findReview(c, id)
  const caller = requireCaller(c)
  if (!isReviewer(c) && row.requestedBy !== caller.id) throw notFound()
  const comments = await c.var.db
    .select({
      id: workflowComments.id,
      author: users.email,
      text: workflowComments.text,
      createdAt: workflowComments.createdAt,
    })
    .from(workflowComments)
    .leftJoin(users, eq(users.id, workflowComments.authorId))
    .where(eq(workflowComments.reviewId, id))
    .orderBy(asc(workflowComments.createdAt), asc(workflowComments.id))
  return {
    ...reviewObject(c, row),
    comments: comments.map((comment) => ({ ...comment, createdAt: new Date(comment.createdAt).toISOString() })),
    may: {
      decide: row.status === 'requested' && mayDecide(c, row),
      withdraw: row.status === 'requested' && row.requestedBy === caller.id,
    },
  }
}

/** Document for which a review is requested, with a comment and the requested reviewer. */
export interface ReviewRequest {
  readonly collection: string
  readonly documentId: string
  readonly comment?: string | undefined
  /** The account that the review is requested from. Default: anybody who may approve or reject it. */
  readonly reviewer?: string | undefined
}

/**
 * Requests a review of a draft as it is now, or of a published document's pending changes.
 * @throws HttpError `not_found` for a document that the caller may not see, `forbidden` for somebody else's document,
 * `invalid_transition` for a published document without changes, `conflict` if a review is open, `validation_failed`
 * for a reviewer who may not approve or reject the request
 */
export async function requestReview(
  c: RequestContext,
  { collection, documentId, comment, reviewer }: ReviewRequest,
): Promise<Review> {
  const caller = requireCaller(c)
  const response = await callApi(c, `/api/${encodeURIComponent(collection)}/${encodeURIComponent(documentId)}`)
  // A document that the caller may not see counts as missing; a database that does not respond is reported as such.
  if (!response.ok && response.status < 500) throw new HttpError('not_found', t('There is no such document.'))
  if (!response.ok) throw refusalIn(response)
  const { data } = response.body
  if (!isReviewer(c) && data.createdBy !== caller.id)
    throw new HttpError('forbidden', t('This document belongs to somebody else.'))
  const draft = data.status === 'published' ? await pendingChange(c, documentId) : null
  if (data.status !== 'draft' && draft === null)
    throw new HttpError('invalid_transition', t('Only a draft or pending changes can be reviewed.'))
  if (reviewer) await requireReviewer(c, reviewer)
  const row: ReviewRow = {
    id: uuidv7(),
    collectionId: collection,
    documentId,
    title: titleOf(c, collection, data),
    version: data.version,
    draft,
    status: 'requested',
    reviewer: reviewer || null,
    requestedBy: caller.id,
    requestedAt: Date.now(),
    decidedBy: null,
    decidedAt: null,
  }
  const made = await c.var.db.insert(workflowReviews).values(row).onConflictDoNothing().returning()
  if (made.length === 0) throw new HttpError('conflict', t('A review of this document is already open.'))
  if (comment) await addComment(c, row.id, comment)
  await notifyReviewers(c, row)
  return reviewObject(c, row)
}

/** Returns the revision of a document's pending changes; `null` if there are none. */
async function pendingChange(c: RequestContext, documentId: string): Promise<number | null> {
  const { contentDrafts } = coreTables
  const [row] = await c.var.db
    .select({ revision: contentDrafts.revision })
    .from(contentDrafts)
    .where(eq(contentDrafts.documentId, documentId))
  return row?.revision ?? null
}

/**
 * Approves, rejects or withdraws a review.
 * @throws HttpError `not_found`, `forbidden`; `invalid_transition` for a review that is no longer open
 */
export async function decide(
  c: RequestContext,
  id: string,
  status: Exclude<ReviewStatus, 'requested'>,
  comment?: string,
): Promise<Review> {
  const row = await findReview(c, id)
  const caller = requireCaller(c)
  if (status === 'withdrawn' && row.requestedBy !== caller.id) {
    throw new HttpError('forbidden', t('Only the person who asked for a review can withdraw it.'))
  }
  if (status !== 'withdrawn' && !mayDecide(c, row)) {
    throw new HttpError(
      'forbidden',
      isReviewer(c) ? t('Somebody else must decide on your request.') : t('Only reviewers can decide.'),
    )
  }
  // Two people may decide at the same time: only the first decision counts.
  const [decided] = await c.var.db
    .update(workflowReviews)
    .set({ status, decidedBy: caller.id, decidedAt: Date.now() })
    .where(sql`${workflowReviews.id} = ${id} AND ${workflowReviews.status} = 'requested'`)
    .returning()
  if (!decided) throw new HttpError('invalid_transition', t('The review is already {status}.', { status: row.status }))
  if (comment) await addComment(c, id, comment)
  if (status !== 'withdrawn') await notifyOfDecision(c, decided, comment ?? null)
  return reviewObject(c, decided)
}

/**
 * Adds a comment to a review.
 * @throws HttpError `not_found` for a review that the caller may not see
 */
export async function commentOn(c: RequestContext, id: string, text: string): Promise<{ readonly id: string }> {
  const row = await findReview(c, id)
  if (!isReviewer(c) && row.requestedBy !== requireCaller(c).id) throw notFound()
  return addComment(c, id, text)
}

async function addComment(c: RequestContext, reviewId: string, text: string): Promise<{ readonly id: string }> {
  const id = uuidv7()
  const authorId = requireCaller(c).id
  await c.var.db.insert(workflowComments).values({ id, reviewId, authorId, text, createdAt: Date.now() })
  return { id }
}

/**
 * Finds a review of a document that the caller may read.
 * @throws HttpError `not_found`
 */
async function findReview(c: RequestContext, id: string): Promise<ReviewRow> {
  const rows = await c.var.db.select().from(workflowReviews).where(eq(workflowReviews.id, id))
  const [row] = await readableRows(c, rows)
  if (row) return row
  throw notFound()
}

function notFound(): HttpError {
  return new HttpError('not_found', t('There is no such review.'))
}

/**
 * Returns the caller. All routes of this plugin require somebody who is signed in.
 * @throws HttpError `unauthenticated`
 */
function requireCaller(c: RequestContext) {
  const user = c.get('user')
  if (user) return user
  throw new HttpError('unauthenticated')
}

export function isReviewer(c: RequestContext): boolean {
  return settingsOf(c, settings).reviewers.includes(c.get('user')?.role ?? '')
}

/** Tells whether the caller may decide on a review, if it is open. */
export function mayDecide(c: RequestContext, { requestedBy }: ReviewRow): boolean {
  return isReviewer(c) && (settingsOf(c, settings).ownApproval || requestedBy !== c.get('user')?.id)
}

function titleOf(c: RequestContext, collection: string, document: Readonly<Record<string, unknown>>): string {
  const field = titleFieldOf(c, collection)
  return String((field && document[field.name]) ?? document.id).slice(0, 200)
}

/**
 * Returns the object that routes return for a review. It contains the title only for callers who may see the field that
 * the title comes from.
 */
export function reviewObject(c: RequestContext, row: ReviewRow): Review {
  const { id, collectionId, documentId, version, draft, status, reviewer, requestedBy, decidedBy } = row
  const field = titleFieldOf(c, collectionId)
  return {
    id,
    collection: collectionId,
    documentId,
    title: field && !isFieldShown(c, field) ? documentId : row.title,
    version,
    draft,
    status,
    reviewer,
    requestedBy,
    requestedAt: new Date(row.requestedAt).toISOString(),
    decidedBy,
    decidedAt: row.decidedAt === null ? null : new Date(row.decidedAt).toISOString(),
  }
}
