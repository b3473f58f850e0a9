import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Every message, from when it is queued until the log forgets it. Times are milliseconds since the epoch. `html` and
 * `body` hold links and codes that sign people in: they are emptied as soon as the message is sent or given up, and
 * stay only in the outbox of development.
 */
export const emailMessages = sqliteTable(
  'email_messages',
  {
    id: text('id').primaryKey(),
    /** The template it was made from; `custom` for one that came as HTML. */
    template: text('template').notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    html: text('html'),
    /** The text part. */
    body: text('body'),
    status: text('status').$type<'queued' | 'sent' | 'failed'>().notNull(),
    /** Number of times that it was tried, the try that is going on included. */
    attempts: integer('attempts').notNull(),
    /** Time at which it may be tried next; while a try is going on, at which that one is taken for dead. */
    nextAttemptAt: integer('next_attempt_at').notNull(),
    /** Time at which what it says stops being true: it is not sent later than that. */
    expiresAt: integer('expires_at').notNull(),
    /** Error of the last try that failed. */
    error: text('error'),
    /** The provider that took it, and the id that it gave. */
    provider: text('provider'),
    providerId: text('provider_id'),
    /** The request that caused it. */
    requestId: text('request_id').notNull(),
    createdAt: integer('created_at').notNull(),
    sentAt: integer('sent_at'),
  },
  (table) => [
    index('email_messages_status').on(table.status, table.nextAttemptAt),
    index('email_messages_recipient').on(table.recipient, table.createdAt),
    index('email_messages_created_at').on(table.createdAt),
  ],
)

export type EmailRow = typeof emailMessages.$inferSelect
