import { defineRoute } from 'lintel'
import {
  HttpError,
  ID_KEY,
  isPageRequest,
  log,
  type RequestContext,
  readCursor,
  settingsOf,
  t,
  writeCursor,
} from 'lintel/kit'
import * as z from 'zod'
import { TEST_EVENT } from './attempt.ts'
import { deliver, deliverAfterResponse } from './deliver.ts'
import { countUndelivered, findDelivery, insertDeliveries, listDeliveries, restart } from './deliveries.ts'
import { subscriptionsOf } from './enqueue.ts'
import { answerOf, delivery, deliveryDetail, detailObject, endpointObject, summaryObject } from './objects.ts'
import { settings } from './settings.ts'

// Pages are loaded when one is asked for: the compiler, which reads this file too, has no use for them.
const pages = () => import('./pages/show.tsx')

const STATUSES = ['pending', 'delivered', 'failed'] as const

/** A filter of a form that was left empty says nothing. */
const filter = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

const query = z.strictObject({
  status: filter(z.enum(STATUSES)),
  endpoint: filter(z.string().max(40)).meta({ description: 'By name.' }),
  event: filter(z.string().max(40)),
  limit: z.coerce.number().int().min(1).max(100).default(20),
  cursor: z.string().optional().meta({ description: 'What `nextCursor` was; everything but `limit` stays the same.' }),
})

export const list = defineRoute({
  method: 'GET',
  path: '/admin/webhooks/deliveries',
  access: ['admin'],
  summary: 'Deliveries of webhooks, newest first',
  input: { query },
  responses: {
    200: answerOf(
      z.strictObject({
        entries: z.array(delivery),
        pagination: z.strictObject({ limit: z.int(), hasNext: z.boolean(), nextCursor: z.string().nullable() }),
      }),
    ),
  },
  handler: async (c, { query }) => {
    const { limit, cursor, ...filter } = query
    const question = JSON.stringify(['webhook_deliveries', filter.status, filter.endpoint, filter.event])
    const after = cursor === undefined ? undefined : String(readCursor(cursor, question, [ID_KEY]).after[0])
    // One row more than is shown tells whether there is a next page.
    const rows = await listDeliveries(c.var.db, filter, limit + 1, after)
    const last = rows.length > limit ? rows[limit - 1] : undefined
    const nextCursor = last ? writeCursor({ page: 1, after: [last.id] }, question) : null
    const pagination = { limit, hasNext: last !== undefined, nextCursor }
    const entries = rows.slice(0, limit).map(summaryObject)
    if (isPageRequest(c)) return (await pages()).showDeliveries(c, { query, entries, nextCursor })
    return c.json({ success: true, data: { entries, pagination } })
  },
})

export const one = defineRoute({
  method: 'GET',
  path: '/admin/webhooks/deliveries/:id',
  access: ['admin'],
  summary: 'A delivery, with what is sent and how the last answer began',
  input: { query: z.strictObject({ done: z.enum(['replayed', 'tested']).optional() }) },
  responses: { 200: answerOf(deliveryDetail) },
  problems: ['not_found'],
  handler: async (c, { query }) => {
    const row = await findDelivery(c.var.db, c.req.param('id') ?? '')
    if (!row) throw new HttpError('not_found', t('There is no such delivery.'))
    if (isPageRequest(c)) return (await pages()).showDelivery(c, detailObject(row), query.done ?? null)
    return c.json({ success: true, data: detailObject(row) })
  },
})

export const replay = defineRoute({
  method: 'POST',
  path: '/admin/webhooks/deliveries/:id/replay',
  access: ['admin'],
  summary: 'Deliver again, with all attempts anew and the same `webhook-id`',
  responses: { 200: answerOf(delivery), 303: null },
  problems: ['not_found', 'conflict'],
  handler: async (c) => {
    const id = c.req.param('id') ?? ''
    const row = await restart(c.var.db, id, Date.now())
    if (!row) {
      if (await findDelivery(c.var.db, id)) throw new HttpError('conflict', t('An attempt is under way just now.'))
      throw new HttpError('not_found', t('There is no such delivery.'))
    }
    log(c, 'info', { type: 'webhooks', action: 'replay', delivery: id, actor: c.var.user?.id })
    deliverAfterResponse(c, row.endpoint, id)
    if (isPageRequest(c)) return c.redirect(`/admin/webhooks/deliveries/${id}?done=replayed`, 303)
    return c.json({ success: true, data: summaryObject(row) })
  },
})

export const endpoints = defineRoute({
  method: 'GET',
  path: '/admin/webhooks/endpoints',
  access: ['admin'],
  summary: 'Endpoints as the config has them, and how many deliveries wait or were given up',
  responses: { 200: answerOf(z.array(endpointObject)) },
  handler: (c) => answerEndpoints(c),
})

export const overview = defineRoute({
  method: 'GET',
  path: '/admin/webhooks',
  access: ['admin'],
  summary: 'The page of the endpoints; to programs as /admin/webhooks/endpoints',
  responses: { 200: answerOf(z.array(endpointObject)) },
  handler: (c) => answerEndpoints(c),
})

async function answerEndpoints(c: RequestContext): Promise<Response> {
  const counts = await countUndelivered(c.var.db)
  const countOf = (name: string, status: 'pending' | 'failed') =>
    counts.find((row) => row.endpoint === name && row.status === status)?.count ?? 0
  const data = subscriptionsOf(c).map(({ name, events, collections, payload, restrictedFields }) => ({
    name,
    events,
    collections: collections ?? null,
    payload,
    restrictedFields,
    pending: countOf(name, 'pending'),
    failed: countOf(name, 'failed'),
  }))
  return isPageRequest(c) ? (await pages()).showEndpoints(c, data) : c.json({ success: true, data })
}

export const test = defineRoute({
  method: 'POST',
  path: '/admin/webhooks/endpoints/:name/test',
  access: ['admin'],
  summary: 'Send an endpoint a message of type `webhooks:test`, once, and say how it took it',
  responses: { 200: answerOf(deliveryDetail), 303: null },
  problems: ['not_found', 'not_configured'],
  handler: async (c) => {
    const endpoint = c.req.param('name') ?? ''
    if (!subscriptionsOf(c).some(({ name }) => name === endpoint)) {
      throw new HttpError('not_found', t('There is no endpoint of this name in the config.'))
    }
    settingsOf(c, settings) // what is not configured leaves no delivery behind
    const [id = ''] = await insertDeliveries(
      c.var.db,
      [{ endpoint, event: TEST_EVENT, payload: testPayload(c, endpoint) }],
      Date.now(),
    )
    const row = (await deliver(c, id)) ?? (await findDelivery(c.var.db, id))
    if (!row) throw new HttpError('not_found', t('The delivery is gone.'))
    if (isPageRequest(c)) return c.redirect(`/admin/webhooks/deliveries/${row.id}?done=tested`, 303)
    return c.json({ success: true, data: detailObject(row) })
  },
})

function testPayload(c: RequestContext, endpoint: string): string {
  const data = { actor: c.var.user?.id ?? null, requestId: c.var.requestId, endpoint }
  return JSON.stringify({ type: TEST_EVENT, timestamp: new Date().toISOString(), data })
}
