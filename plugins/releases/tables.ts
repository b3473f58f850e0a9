import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Times are integer milliseconds since the epoch, UTC. */

/**
 * Status of a release. A release that failed at its scheduled time becomes a draft again, with the reasons in
 * `failure`.
 */
export type ReleaseStatus = 'draft' | 'scheduled' | 'published'

/** A reason why a release could not be published. */
export interface Failure {
  readonly collection: string
  readonly id: string
  readonly message: string
}

export const releases = sqliteTable(
  'releases',
  {
    id: text('id').primaryKey(),
    title: text('title').notNull(),
    status: text('status').$type<ReleaseStatus>().notNull(),
    scheduledAt: integer('scheduled_at'),
    /** Account that scheduled the release, on whose behalf it is published. */
    scheduledBy: text('scheduled_by'),
    publishedAt: integer('published_at'),
    publishedBy: text('published_by'),
    failedAt: integer('failed_at'),
    failure: text('failure', { mode: 'json' }).$type<readonly Failure[]>(),
    createdAt: integer('created_at').notNull(),
    createdBy: text('created_by').notNull(),
  },
  (table) => [
    index('releases_status').on(table.status, table.scheduledAt),
    index('releases_created_at').on(table.createdAt),
  ],
)

export const releaseDocuments = sqliteTable(
  'release_documents',
  {
    releaseId: text('release_id')
      .notNull()
      .references(() => releases.id),
    collectionId: text('collection_id').notNull(),
    documentId: text('document_id').notNull(),
    addedAt: integer('added_at').notNull(),
    addedBy: text('added_by').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.releaseId, table.documentId] }),
    index('release_documents_document').on(table.documentId),
  ],
)

export type ReleaseRow = typeof releases.$inferSelect
