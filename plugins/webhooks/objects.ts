import * as z from 'zod'
import type { DeliverySummary } from './deliveries.ts'
import { WEBHOOK_EVENTS } from './settings.ts'
import type { DeliveryRow } from './tables.ts'

const moment = z.iso.datetime({ precision: 3 })

export const delivery = z.strictObject({
  id: z.string().meta({ description: 'Id of the delivery, which the receiver gets as `webhook-id`.' }),
  endpoint: z.string(),
  event: z.string(),
  status: z.enum(['pending', 'delivered', 'failed']),
  attempts: z.int().meta({ description: 'Number of attempts since the event, or since the last replay.' }),
  nextAttemptAt: moment
    .nullable()
    .meta({ description: 'Time of the next attempt; `null` once the delivery has succeeded, or failed for good.' }),
  lastAttemptAt: moment.nullable(),
  lastStatus: z.int().nullable().meta({ description: 'HTTP status; `null` if there was no response.' }),
  lastError: z.string().nullable(),
  lastDuration: z.int().nullable().meta({ description: 'Duration in milliseconds.' }),
  createdAt: moment,
  deliveredAt: moment.nullable(),
})

export const deliveryDetail = delivery.extend({
  payload: z.unknown().meta({ description: 'The body that is sent.' }),
  responseBody: z.string().nullable().meta({ description: 'Beginning of the last response: at most 1,024 bytes.' }),
})

export const endpointObject = z.strictObject({
  name: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  collections: z.array(z.string()).nullable().meta({ description: '`null` for all collections.' }),
  payload: z.enum(['full', 'ids']),
  restrictedFields: z.boolean(),
  pending: z.int(),
  failed: z.int(),
})

export type DeliveryObject = z.output<typeof delivery>
export type DeliveryDetail = z.output<typeof deliveryDetail>
export type EndpointObject = z.output<typeof endpointObject>

export function summaryObject(row: DeliverySummary): z.output<typeof delivery> {
  return {
    id: row.id,
    endpoint: row.endpoint,
    event: row.event,
    status: row.status,
    attempts: row.attempts,
    nextAttemptAt: row.status === 'pending' ? iso(row.nextAttemptAt) : null,
    lastAttemptAt: isoOrNull(row.lastAttemptAt),
    lastStatus: row.lastStatus,
    lastError: row.lastError,
    lastDuration: row.lastDuration,
    createdAt: iso(row.createdAt),
    deliveredAt: isoOrNull(row.deliveredAt),
  }
}

export function detailObject(row: DeliveryRow): z.output<typeof deliveryDetail> {
  const payload: unknown = JSON.parse(row.payload) // this plugin wrote it
  return { ...summaryObject(row), payload, responseBody: row.responseBody }
}

function iso(time: number): string {
  return new Date(time).toISOString()
}

function isoOrNull(time: number | null): string | null {
  return time === null ? null : iso(time)
}
