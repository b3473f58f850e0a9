import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import type { Changes } from './changes.ts'

/** Audit log: changes with author, origin and time. Ids contain the time, so that they sort in the order of events. */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: text('id').primaryKey(),
    at: integer('at').notNull(),
    /** Id of the user; `null` for an anonymous caller. Like the email, it is kept when the account is deleted. */
    actorId: text('actor_id'),
    actorEmail: text('actor_email'),
    /** Name of the action: `content.update`, `auth.login`, or a route's `<plugin>.<name>`. */
    action: text('action').notNull(),
    /** Collection, or other object of the action: `users`, `media`. */
    collection: text('collection'),
    documentId: text('document_id'),
    /** Fields that changed, each with its value before and after. */
    changes: text('changes', { mode: 'json' }).$type<Changes>(),
    /** Additional facts. */
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
