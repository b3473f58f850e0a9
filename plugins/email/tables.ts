import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Messages that are queued, were sent or failed for good, until they are deleted from the log. Times are milliseconds
 * since the epoch. `html` and `body` contain links and codes that sign people in: they are emptied as soon as the
 * message is sent or fails for good, and are kept only in the outbox of development.
 */
export const emailMessages = sqliteTable(
  'email_messages',
  {
    id: text('id').primaryKey(),
    /** Template of the message; `custom` for a message that a plugin passed as HTML. */
    template: text('template').notNull(),
    recipient: text('recipient').notNull(),
    subject: text('subject').notNull(),
    html: text('html'),
    /** The text part. Like `html`, it is encrypted and deleted after the last attempt, but not in the outbox. */
    body: text('body'),
    status: text('status').$type<'queued' | 'sent' | 'failed'>().notNull(),
    /** Number of attempts, including the current one. */
    attempts: integer('attempts').notNull(),
    /** Time at which the next attempt may begin; during an attempt, the time at which it counts as lost. */
    nextAttemptAt: integer('next_attempt_at').notNull(),
    /** Time at which the content expires: the message is not sent after it. */
    expiresAt: integer('expires_at').notNull(),
    /** Error of the last failed attempt; `null` once the message was sent. */
    error: text('error'),
    /** The provider that accepted the message, and its id for the message. */
    provider: text('provider'),
    providerId: text('provider_id'),
    /** Id of the request that queued the message. */
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
