import { type Hook, type HookEvent, type PromisedWrite, promised } from 'lintel'
import { environmentOf, type ManifestEnvironment, type RequestContext, uuidv7 } from 'lintel/kit'
import { storedDeliveries } from './deliveries.ts'
import { payloadOf } from './payload.ts'
import { type Subscription, subscriptions } from './settings.ts'

/** Deliveries stored for an event, by event. */
const written = new WeakMap<HookEvent, readonly { readonly id: string; readonly endpoint: string }[]>()

/**
 * Returns the statement that stores a delivery for every endpoint that subscribes to an event, to be part of the
 * transaction that makes the change.
 */
const keep: PromisedWrite = (events, c) => {
  const now = Date.now()
  const deliveries = events.flatMap((event) => {
    const subscribers = subscriptionsOf(c).filter((subscription) => isWanted(event, subscription))
    const rows = subscribers.map((subscription) => ({
      id: uuidv7(),
      endpoint: subscription.name,
      event: event.event,
      subject: subjectOf(event),
      payload: payloadOf(c, event, subscription),
    }))
    written.set(event, rows)
    return rows
  })
  return deliveries.length === 0 ? [] : [storedDeliveries(deliveries, now)]
}

/** Sends the deliveries after the response. */
const sendSoon: Hook = async (event, c) => {
  const deliveries = written.get(event) ?? []
  if (deliveries.length === 0) return
  const { deliverAfterResponse } = await import('./deliver.ts')
  for (const { id, endpoint } of deliveries) deliverAfterResponse(c, endpoint, id)
}

/** Stores a delivery for every endpoint that subscribes to an event, and sends it after the response. */
export const enqueue = promised(keep, sendSoon)

/** Returns the document that an event is about: deliveries about one document are sent in order. */
function subjectOf({ collection, id }: HookEvent): string | null {
  return collection === undefined || id === undefined ? null : `${collection}/${id}`
}

function isWanted({ event, collection }: HookEvent, { events, collections }: Subscription): boolean {
  if (!events.some((eventName) => eventName === event)) return false
  return !event.startsWith('content:') || collections === undefined || collections.some((name) => name === collection)
}

const known = new WeakMap<ManifestEnvironment, readonly Subscription[]>()

/**
 * Returns the subscriptions of all endpoints. They are read without the secrets, so that events are stored even while a
 * secret is missing.
 */
export function subscriptionsOf(c: RequestContext): readonly Subscription[] {
  const environment = environmentOf(c)
  const found = known.get(environment) ?? subscriptions.parse(environment.settings.webhooks ?? {}).endpoints
  known.set(environment, found)
  return found
}
