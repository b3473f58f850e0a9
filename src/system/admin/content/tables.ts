import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Values } from './document-values.ts'

/** Lists that people have put together and named. Times are integer milliseconds since the epoch, UTC. */
export const contentViews = sqliteTable(
  'content_views',
  {
    id: text('id').primaryKey(),
    userId: text('user_id').notNull(),
    collection: text('collection').notNull(),
    name: text('name').notNull(),
    /** Filters, search and sort as the list of the collection takes them, without the collection itself. */
    query: text('query').notNull(),
    /** Names of properties, in order; `null` for those that the reader has chosen. */
    columns: text('columns', { mode: 'json' }).$type<readonly string[] | null>(),
    /** Everybody who may list the collection sees it. */
    shared: integer('shared', { mode: 'boolean' }).notNull().default(false),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [
    index('content_views_user').on(table.userId, table.collection),
    index('content_views_collection').on(table.collection, table.shared),
  ],
)

/** Columns of a collection that somebody wants to see. */
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

/** Tokens that open single documents that are not published, for a website that shows them. Only the hash is kept. */
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
 * Values that somebody types while a preview follows them: one row for each token of a preview, written over with every change.
 * Nobody reads it but through the token.
 */
export const previewValues = sqliteTable(
  'preview_values',
  {
    /** SHA-256 of the token, hex. */
    hash: text('hash').primaryKey(),
    /** Values by field, valid and in the form that is stored. */
    fields: text('fields', { mode: 'json' }).$type<Values>().notNull(),
    /** In milliseconds since the epoch, UTC. */
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [index('preview_values_expires_at').on(table.expiresAt)],
)
