import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Times are integer milliseconds since the epoch, UTC. */

/** A person who has the form of a document open. */
export const collaborationPresence = sqliteTable(
  'collaboration_presence',
  {
    documentId: text('document_id').notNull(),
    userId: text('user_id').notNull(),
    collectionId: text('collection_id').notNull(),
    seenAt: integer('seen_at').notNull(),
    /** Time at which this person began to edit; `null` if this person does not edit. */
    editingSince: integer('editing_since'),
    /** Account that took over editing from this person; `null` once this person edits again. */
    takenOverBy: text('taken_over_by'),
  },
  (table) => [
    primaryKey({ columns: [table.documentId, table.userId] }),
    index('collaboration_presence_seen_at').on(table.seenAt),
  ],
)

/** A thread of comments on a document. */
export const collaborationThreads = sqliteTable(
  'collaboration_threads',
  {
    id: text('id').primaryKey(),
    collectionId: text('collection_id').notNull(),
    documentId: text('document_id').notNull(),
    /** Name of the field that the thread is about; `null` for the document as a whole. */
    field: text('field'),
    createdAt: integer('created_at').notNull(),
    /** Time of the newest comment. */
    updatedAt: integer('updated_at').notNull(),
    resolvedBy: text('resolved_by'),
    resolvedAt: integer('resolved_at'),
  },
  (table) => [
    index('collaboration_threads_document').on(table.documentId, table.createdAt),
    index('collaboration_threads_open').on(table.updatedAt, table.id).where(sql`resolved_at IS NULL`),
  ],
)

export const collaborationComments = sqliteTable(
  'collaboration_comments',
  {
    id: text('id').primaryKey(),
    threadId: text('thread_id')
      .notNull()
      .references(() => collaborationThreads.id),
    authorId: text('author_id').notNull(),
    text: text('text').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('collaboration_comments_thread').on(table.threadId, table.createdAt),
    index('collaboration_comments_author').on(table.authorId, table.threadId),
  ],
)

/** People whom comments mention, one row for each mention. */
export const collaborationMentions = sqliteTable(
  'collaboration_mentions',
  {
    commentId: text('comment_id')
      .notNull()
      .references(() => collaborationComments.id),
    userId: text('user_id').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.commentId, table.userId] }),
    index('collaboration_mentions_user').on(table.userId, table.commentId),
  ],
)

export type ThreadRow = typeof collaborationThreads.$inferSelect
