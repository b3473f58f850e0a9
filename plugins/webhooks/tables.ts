import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Deliveries: each is one event for one endpoint, with its progress. Times are integer milliseconds since the epoch,
 * UTC.
 */
export const webhookDeliveries = sqliteTable(
  'webhook_deliveries',
  {
    /**
     * Id of the delivery, which the receiver sees as `webhook-id`: a UUID of version 7, so ids sort in the order of
     * events.
     */
    id: text('id').primaryKey(),
    /** The endpoint's name in the settings. */
    endpoint: text('endpoint').notNull(),
    event: text('event').notNull(),
    /** `<collection>/<id>` of the document that the event is about; `null` for other events. */
    subject: text('subject'),
    /** The body, exactly as it is signed and sent. */
    payload: text('payload').notNull(),
    status: text('status').$type<'pending' | 'delivered' | 'failed'>().notNull().default('pending'),
    /** Number of attempts begun since the event, or since the last replay. */
    attempts: integer('attempts').notNull().default(0),
    /** Time at which the next attempt may begin; during an attempt, the time at which it counts as lost. */
    nextAttemptAt: integer('next_attempt_at').notNull(),
    /** Time until which nobody else may begin an attempt; set during an attempt. */
    leasedUntil: integer('leased_until'),
    lastAttemptAt: integer('last_attempt_at'),
    /** HTTP status of the last response; `null` if there was none. */
    lastStatus: integer('last_status'),
    lastError: text('last_error'),
    /** Duration of the last attempt in milliseconds. */
    lastDuration: integer('last_duration'),
    /** Beginning of the last response's body. */
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
