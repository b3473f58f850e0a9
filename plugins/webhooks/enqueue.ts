import type { Hook, HookEvent } from 'lintel'
import { environmentOf, type ManifestEnvironment, type RequestContext } from 'lintel/kit'
import { deliverAfterResponse } from './deliver.ts'
import { insertDeliveries } from './deliveries.ts'
import { payloadOf } from './payload.ts'
import { type Subscription, subscriptions } from './settings.ts'

/** Keeps an event for every endpoint that asked for it, and sends it once the caller has its answer. */
export const enqueue: Hook = async (event, c) => {
  const deliveries = subscriptionsOf(c)
    .filter((subscription) => isWanted(event, subscription))
    .map((subscription) => ({
      endpoint: subscription.name,
      event: event.event,
      payload: payloadOf(c, event, subscription),
    }))
  if (deliveries.length === 0) return
  const ids = await insertDeliveries(c.var.db, deliveries, Date.now())
  for (const [index, id] of ids.entries()) deliverAfterResponse(c, deliveries[index]?.endpoint ?? '', id)
}

function isWanted({ event, collection }: HookEvent, { events, collections }: Subscription): boolean {
  if (!events.some((wanted) => wanted === event)) return false
  return !event.startsWith('content:') || collections === undefined || collections.some((name) => name === collection)
}

const known = new WeakMap<ManifestEnvironment, readonly Subscription[]>()

/** Who wants which events. Read without the secrets: while one is missing, events still wait in the log. */
export function subscriptionsOf(c: RequestContext): readonly Subscription[] {
  const environment = environmentOf(c)
  const found = known.get(environment) ?? subscriptions.parse(environment.settings.webhooks ?? {}).endpoints
  known.set(environment, found)
  return found
}
