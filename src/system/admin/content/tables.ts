import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Values } from './document-values.ts'

/** Table of views: lists that users have configured and named. Times are integer milliseconds since the epoch, UTC. */
export const contentViews = sqliteTable(
  'content_views',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    collection: text('collection').notNull(),
    name: text('name').notNull(),
    /** Filters, search and sort order as parameters of the collection's list, without the collection itself. */
    query: text('query').notNull(),
    /** Names of properties, in order; `null` to use the columns that the user has chosen for the collection. */
    columns: text('columns', { mode: 'json' }).$type<readonly string[] | null>(),
    /** Tells whether everybody who may list the collection sees the view. */
    shared: integer('shared', { mode: 'boolean' }).notNull().default(false),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('content_views_user').on(table.userId, table.collection),
    index('content_views_collection').on(table.collection, table.shared),
  ],
)

/** Table of the columns of a collection that a user wants to see. */
export const contentColumns = sqliteTable(
  'content_columns',
  {
    userId: text('user_id').notNull(),
    collection: text('collection').notNull(),
    /** Names of properties, in order. */
    columns: text('columns', { mode: 'json' }).$type<readonly string[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.collection] })],
)

/** Table of tokens that each open one unpublished document, for a website that shows it. Only the hash is stored. */
export const previewTokens = sqliteTable(
  'preview_tokens',
  {
    /** SHA-256 of the token, hex. */
    hash: text('hash').primaryKey(),
    collection: text('collection').notNull(),
    documentId: text('document_id').notNull(),
    createdBy: text('created_by'),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('preview_tokens_expires_at').on(table.expiresAt)],
)

/**
 * Table of the unsaved values of forms that a preview follows: one row for each preview token, overwritten with every
 * change. Only the token gives access to the values.
 */
export const previewValues = sqliteTable(
  'preview_values',
  {
    /** SHA-256 of the token, hex. */
    hash: text('hash').primaryKey(),
    /** Valid values by field, in the form in which they are stored. */
    fields: text('fields', { mode: 'json' }).$type<Values>().notNull(),
    /** Time of expiry in milliseconds since the epoch, UTC. */
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('preview_values_expires_at').on(table.expiresAt)],
)
