import { defineRoute } from 'lintel'
import { HttpError, ID_KEY, log, type RequestContext, readCursor, settingsOf, t, writeCursor } from 'lintel/kit'
import * as z from 'zod'
import { TEST_EVENT } from './attempt.ts'
import { deliver, deliverAfterResponse } from './deliver.ts'
import { countUndelivered, findDelivery, insertDeliveries, listDeliveries, restart } from './deliveries.ts'
import { subscriptionsOf } from './enqueue.ts'
import {
  delivery,
  deliveryDetail,
  detailObject,
  type EndpointObject,
  endpointObject,
  summaryObject,
} from './objects.ts'
import { settings } from './settings.ts'

const STATUSES = ['pending', 'delivered', 'failed'] as const

/** Schema of a filter; a form field that was left empty counts as missing. */
const filter = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

const query = z.strictObject({
  status: filter(z.enum(STATUSES)),
  endpoint: filter(z.string().max(40)).meta({ description: 'By name.' }),
  event: filter(z.string().max(40)),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z
    .string()
    .optional()
    .meta({ description: '`nextCursor` of the previous page. Apart from `limit`, the query must stay the same.' }),
})

const ok = <Data extends z.ZodType>(data: Data) => z.strictObject({ data })

export const list = defineRoute({
  method: 'GET',
  path: '/admin/webhooks/deliveries',
  access: ['admin'],
  summary: 'Deliveries of webhooks, newest first',
  input: { query },
  returns: ok(
    z.strictObject({
      entries: z.array(delivery),
      pagination: z.strictObject({ limit: z.int(), hasNext: z.boolean(), nextCursor: z.string().nullable() }),
    }),
  ),
  load: async (c, { query: { limit, cursor, ...filter } }) => {
    const listName = JSON.stringify(['webhook_deliveries', filter.status, filter.endpoint, filter.event])
    const after = cursor === undefined ? undefined : String(readCursor(cursor, listName, [ID_KEY]).after[0])
    // One row more than are shown tells whether there is a next page.
    const rows = await listDeliveries(c.var.db, filter, limit + 1, after)
    const last = rows.length > limit ? rows[limit - 1] : undefined
    const nextCursor = last ? writeCursor({ page: 1, after: [last.id] }, listName) : null
    const pagination = { limit, hasNext: last !== undefined, nextCursor }
    return { data: { entries: rows.slice(0, limit).map(summaryObject), pagination } }
  },
  page: () => import('./pages/deliveries-page.tsx'),
})

export const one = defineRoute({
  method: 'GET',
  path: '/admin/webhooks/deliveries/:id',
  access: ['admin'],
  summary: 'A delivery, with its body and the beginning of the last response',
  input: { query: z.strictObject({ done: z.enum(['replayed', 'tested']).optional() }) },
  returns: ok(deliveryDetail),
  problems: ['not_found'],
  load: async (c, { params }) => {
    const row = await findDelivery(c.var.db, params.id)
    if (!row) throw new HttpError('not_found', t('There is no such delivery.'))
    return { data: detailObject(row) }
  },
  page: () => import('./pages/delivery-page.tsx'),
})

export const replay = defineRoute({
  method: 'POST',
  path: '/admin/webhooks/deliveries/:id/replay',
  access: ['admin'],
  summary: 'Deliver an event again, with the same `webhook-id` and a new count of attempts',
  returns: ok(delivery),
  problems: ['not_found', 'conflict'],
  act: async (c, { params: { id } }) => {
    const row = await restart(c.var.db, id, Date.now())
    if (!row) {
      if (await findDelivery(c.var.db, id)) throw new HttpError('conflict', t('An attempt is under way right now.'))
      throw new HttpError('not_found', t('There is no such delivery.'))
    }
    log(c, 'info', { type: 'webhooks', action: 'replay', delivery: id, actor: c.var.user?.id })
    deliverAfterResponse(c, row.endpoint, id)
    return { data: summaryObject(row) }
  },
  to: ({ data }) => `/admin/webhooks/deliveries/${data.id}?done=replayed`,
})

export const endpoints = defineRoute({
  method: 'GET',
  path: '/admin/webhooks/endpoints',
  access: ['admin'],
  summary: 'Endpoints in the config, with the numbers of deliveries that are waiting or have failed',
  returns: ok(z.array(endpointObject)),
  load: readEndpoints,
  page: () => import('./pages/endpoints-page.tsx'),
})

export const overview = defineRoute({
  method: 'GET',
  path: '/admin/webhooks',
  access: ['admin'],
  summary: 'The page with the endpoints; programs get the response of /admin/webhooks/endpoints',
  returns: ok(z.array(endpointObject)),
  load: readEndpoints,
  page: () => import('./pages/endpoints-page.tsx'),
})

async function readEndpoints(c: RequestContext): Promise<{ readonly data: EndpointObject[] }> {
  const counts = await countUndelivered(c.var.db)
  const countOf = (name: string, status: 'pending' | 'failed') =>
    counts.find((row) => row.endpoint === name && row.status === status)?.count ?? 0
  const data = subscriptionsOf(c).map(({ name, events, collections, payload, restrictedFields }) => ({
    name,
    events: [...events],
    collections: collections ? [...collections] : null,
    payload,
    restrictedFields,
    pending: countOf(name, 'pending'),
    failed: countOf(name, 'failed'),
  }))
  return { data }
}

export const test = defineRoute({
  method: 'POST',
  path: '/admin/webhooks/endpoints/:name/test',
  access: ['admin'],
  summary: 'Send an endpoint a message of type `webhooks:test`, once, and return its response',
  returns: ok(deliveryDetail),
  problems: ['not_found', 'not_configured'],
  act: async (c, { params: { name: endpoint } }) => {
    if (!subscriptionsOf(c).some(({ name }) => name === endpoint)) {
      throw new HttpError('not_found', t('There is no endpoint with this name in the config.'))
    }
    settingsOf(c, settings) // throws if the configuration is incomplete, before a delivery is stored
    const [id = ''] = await insertDeliveries(
      c.var.db,
      [{ endpoint, event: TEST_EVENT, payload: testPayload(c, endpoint) }],
      Date.now(),
    )
    const row = (await deliver(c, id)) ?? (await findDelivery(c.var.db, id))
    if (!row) throw new HttpError('not_found', t('The delivery no longer exists.'))
    return { data: detailObject(row) }
  },
  to: ({ data }) => `/admin/webhooks/deliveries/${data.id}?done=tested`,
})

function testPayload(c: RequestContext, endpoint: string): string {
  const data = { actor: c.var.user?.id ?? null, requestId: c.var.requestId, endpoint }
  return JSON.stringify({ type: TEST_EVENT, timestamp: new Date().toISOString(), data })
}
