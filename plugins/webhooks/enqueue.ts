import { type Hook, type HookEvent, type PromisedWrite, promised } from 'lintel'
import { environmentOf, type ManifestEnvironment, type RequestContext, uuidv7 } from 'lintel/kit'
import { storedDeliveries } from './deliveries.ts'
import { payloadOf } from './payload.ts'
import { type Subscription, subscriptions } from './settings.ts'

/** Deliveries that were written down for an event, by endpoint. */
const written = new WeakMap<HookEvent, readonly { readonly id: string; readonly endpoint: string }[]>()

/** A delivery for every endpoint that asked for an event, kept in the transaction of what the event tells of. */
const keep: PromisedWrite = (events, c) => {
  const now = Date.now()
  const deliveries = events.flatMap((event) => {
    const wanted = subscriptionsOf(c).filter((subscription) => isWanted(event, subscription))
    const own = wanted.map((subscription) => ({
      id: uuidv7(),
      endpoint: subscription.name,
      event: event.event,
      subject: subjectOf(event),
      payload: payloadOf(c, event, subscription),
    }))
    written.set(event, own)
    return own
  })
  return deliveries.length === 0 ? [] : [storedDeliveries(deliveries, now)]
}

/** Sends it once the caller has an answer. */
const sendSoon: Hook = async (event, c) => {
  const deliveries = written.get(event) ?? []
  if (deliveries.length === 0) return
  const { deliverAfterResponse } = await import('./deliver.ts')
  for (const { id, endpoint } of deliveries) deliverAfterResponse(c, endpoint, id)
}

/** Keeps an event for every endpoint that asked for it, and sends it once the caller has its answer. */
export const enqueue = promised(keep, sendSoon)

/** Returns the document that an event is about: those of one document are sent in their order. */
function subjectOf({ collection, id }: HookEvent): string | null {
  return collection === undefined || id === undefined ? null : `${collection}/${id}`
}

function isWanted({ event, collection }: HookEvent, { events, collections }: Subscription): boolean {
  if (!events.some((wanted) => wanted === event)) return false
  return !event.startsWith('content:') || collections === undefined || collections.some((name) => name === collection)
}

const known = new WeakMap<ManifestEnvironment, readonly Subscription[]>()

/** Subscribers by event. Read without the secrets: while one is missing, events still wait in the log. */
export function subscriptionsOf(c: RequestContext): readonly Subscription[] {
  const environment = environmentOf(c)
  const found = known.get(environment) ?? subscriptions.parse(environment.settings.webhooks ?? {}).endpoints
  known.set(environment, found)
  return found
}
