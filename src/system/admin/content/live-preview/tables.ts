import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Values } from '../document-values.ts'

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
