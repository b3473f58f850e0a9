import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Changes } from './changes.ts'

/** Changes with their author, origin and time. Ids carry the time, so that they sort in the order of events. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: text('id').primaryKey(),
    at: integer('at').notNull(),
    /** `null` for callers who are not signed in. Outlives the account, as the email does. */
    actorId: text('actor_id'),
    actorEmail: text('actor_email'),
    /** `content.update`, `auth.login`, or a route's `<plugin>.<name>`. */
    action: text('action').notNull(),
    /** A collection, or what else it was done to: `users`, `media`. */
    collection: text('collection'),
    documentId: text('document_id'),
    /** Fields that changed, each with what it was and what it is. */
    changes: text('changes', { mode: 'json' }).$type<Changes>(),
    /** Further facts. */
    details: text('details', { mode: 'json' }).$type<Readonly<Record<string, unknown>>>(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    requestId: text('request_id').notNull(),
  },
  (table) => [
    index('audit_log_actor').on(table.actorId, table.id),
    index('audit_log_action').on(table.action, table.id),
    index('audit_log_document').on(table.collection, table.documentId, table.id),
  ],
)
