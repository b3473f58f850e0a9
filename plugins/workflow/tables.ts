import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Times are integer milliseconds since the epoch, UTC. */

/**
 * Reviews of documents, each of the version that the document had when the review was requested. A document has at most
 * one open review.
 */
export const workflowReviews = sqliteTable(
  'workflow_reviews',
  {
    id: text('id').primaryKey(),
    collectionId: text('collection_id').notNull(),
    documentId: text('document_id').notNull(),
    title: text('title').notNull(),
    /** The document's version that is reviewed. */
    version: integer('version').notNull(),
    /** Revision of the pending changes that are reviewed, for a published document; `null` for a draft. */
    draft: integer('draft'),
    status: text('status').$type<ReviewStatus>().notNull(),
    /** The account that the review was requested from; `null` if anybody who may approve or reject it can do so. */
    reviewer: text('reviewer'),
    requestedBy: text('requested_by').notNull(),
    requestedAt: integer('requested_at').notNull(),
    decidedBy: text('decided_by'),
    decidedAt: integer('decided_at'),
  },
  (table) => [
    uniqueIndex('workflow_reviews_open').on(table.documentId).where(sql`status = 'requested'`),
    index('workflow_reviews_document').on(table.documentId, table.requestedAt),
    index('workflow_reviews_status').on(table.status, table.requestedAt),
  ],
)

export const workflowComments = sqliteTable(
  'workflow_comments',
  {
    id: text('id').primaryKey(),
    reviewId: text('review_id')
      .notNull()
      .references(() => workflowReviews.id),
    authorId: text('author_id').notNull(),
    text: text('text').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [index('workflow_comments_review').on(table.reviewId, table.createdAt)],
)

export type ReviewStatus = 'requested' | 'approved' | 'rejected' | 'withdrawn'
export type ReviewRow = typeof workflowReviews.$inferSelect
export type CommentRow = typeof workflowComments.$inferSelect
