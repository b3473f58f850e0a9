import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** One event for one endpoint, and how far it has come. Times are integer milliseconds since the epoch, UTC. */
export const webhookDeliveries = sqliteTable(
  'webhook_deliveries',
  {
    /** A UUID of version 7, so the order of ids is that of events: what the receiver sees as `webhook-id`. */
    id: text('id').primaryKey(),
    /** The endpoint's name in the settings. */
    endpoint: text('endpoint').notNull(),
    event: text('event').notNull(),
    /** `<collection>/<id>` of the document that it is about; null for other events. */
    subject: text('subject'),
    /** The body, exactly as it is signed and sent. */
    payload: text('payload').notNull(),
    status: text('status').$type<'pending' | 'delivered' | 'failed'>().notNull().default('pending'),
    /** Attempts begun since the event, or since the last replay. */
    attempts: integer('attempts').notNull().default(0),
    /** Time at which the next attempt may begin; of one under way, at which it counts as lost. */
    nextAttemptAt: integer('next_attempt_at').notNull(),
    /** While an attempt is under way: until when nobody else begins one. */
    leasedUntil: integer('leased_until'),
    lastAttemptAt: integer('last_attempt_at'),
    /** Of HTTP; null where there was no answer. */
    lastStatus: integer('last_status'),
    lastError: text('last_error'),
    /** In milliseconds. */
    lastDuration: integer('last_duration'),
    /** Beginning of the last response. */
    responseBody: text('response_body'),
    createdAt: integer('created_at').notNull(),
    deliveredAt: integer('delivered_at'),
  },
  (table) => [
    index('webhook_deliveries_due').on(table.status, table.nextAttemptAt),
    index('webhook_deliveries_status').on(table.status, table.id),
    index('webhook_deliveries_endpoint').on(table.endpoint, table.id),
    index('webhook_deliveries_waiting').on(table.endpoint, table.subject, table.id).where(sql`status = 'pending'`),
  ],
)

export type DeliveryRow = typeof webhookDeliveries.$inferSelect
export type DeliveryStatus = DeliveryRow['status']
