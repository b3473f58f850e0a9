import { environmentOf, type RequestContext } from 'lintel/kit'
import { refusalOf } from './address.ts'
import { waitBefore } from './backoff.ts'
import { finish, type Outcome } from './deliveries.ts'
import { type EndpointResponse, send } from './send.ts'
import type { Settings } from './settings.ts'
import type { DeliveryRow } from './tables.ts'

/** Event that the plugin sends once, on request, to test an endpoint. */
export const TEST_EVENT = 'webhooks:test'

/** Makes an attempt at a delivery that the caller has claimed, and records the result. */
export async function attempt(c: RequestContext, row: DeliveryRow, settings: Settings): Promise<DeliveryRow> {
  const maxAttempts = row.event === TEST_EVENT ? 1 : settings.maxAttempts
  return finish(c.var.db, row, await outcomeOf(c, row, settings, maxAttempts))
}

async function outcomeOf(
  c: RequestContext,
  row: DeliveryRow,
  settings: Settings,
  maxAttempts: number,
): Promise<Outcome> {
  const endpoint = settings.endpoints.find(({ name }) => name === row.endpoint)
  if (!endpoint) return givenUp(row, 'the config no longer has this endpoint')
  if (row.attempts > maxAttempts) return givenUp(row, 'the last attempt did not finish')
  const refusal = refusalOf(endpoint.url, environmentOf(c))
  if (refusal !== null) return givenUp(row, refusal)
  const response = await send(endpoint, { id: row.id, body: row.payload }, settings.timeout)
  const now = Date.now()
  const isGone = response.status === 410 // "do not come back" (Standard Webhooks)
  const isLast = isGone || row.attempts >= maxAttempts
  const wait = Math.max(waitBefore(row.attempts + 1, settings.retryDelay, Math.random()), retryAfter(response))
  return {
    status: response.error === null ? 'delivered' : isLast ? 'failed' : 'pending',
    nextAttemptAt: now + wait,
    lastStatus: response.status,
    lastError: response.error,
    lastDuration: response.duration,
    responseBody: response.body,
    deliveredAt: response.error === null ? now : null,
  }
}

function givenUp({ nextAttemptAt }: DeliveryRow, lastError: string): Outcome {
  return {
    status: 'failed',
    nextAttemptAt,
    lastStatus: null,
    lastError,
    lastDuration: null,
    responseBody: null,
    deliveredAt: null,
  }
}

const DAY = 86_400_000

/** Returns the time that the endpoint asks to wait, at most a day, in milliseconds. */
function retryAfter({ retryAfter }: EndpointResponse): number {
  return Math.min(retryAfter ?? 0, DAY)
}
