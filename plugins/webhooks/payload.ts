import type { HookEvent, RequestContext } from 'lintel'
import { manifestOf } from 'lintel/kit'
import type { Subscription } from './settings.ts'

type Properties = { readonly [name: string]: unknown }

/**
 * Maximum number of characters of JSON. Above it, documents are left out, so that a delivery fits into a row of the
 * database.
 */
const MAX_LENGTH = 256 * 1024

/** Properties of an account that are sent; all others are left out. */
const USER_PROPERTIES = [
  'id',
  'email',
  'username',
  'firstName',
  'lastName',
  'role',
  'isActive',
  'emailVerified',
  'createdAt',
  'updatedAt',
]

/**
 * Returns the body of a message, `{ type, timestamp, data }` as in Standard Webhooks, with the data that the endpoint
 * may see.
 */
export function payloadOf(c: RequestContext, event: HookEvent, subscription: Subscription): string {
  const { event: type, at: timestamp, before, after, item, ...facts } = event
  const documents = {
    ...(before === undefined ? {} : { before: shown(c, event, subscription, before) }),
    ...(after === undefined ? {} : { after: shown(c, event, subscription, after) }),
    ...(item === undefined ? {} : { item }),
  }
  if (subscription.payload === 'full') {
    const text = JSON.stringify({ type, timestamp, data: { ...facts, ...documents } })
    if (text.length <= MAX_LENGTH) return text
    return JSON.stringify({ type, timestamp, data: { ...facts, omitted: Object.keys(documents) } })
  }
  const id = facts.id ?? (isObject(item) ? item.id : undefined)
  return JSON.stringify({ type, timestamp, data: { ...facts, ...(id === undefined ? {} : { id }) } })
}

/**
 * Returns a document without hidden fields, and without fields that some readers of the document may not read unless
 * the endpoint is configured to receive these. Of an account, returns only the properties in `USER_PROPERTIES`.
 */
function shown(c: RequestContext, event: HookEvent, { restrictedFields }: Subscription, document: unknown): unknown {
  if (!isObject(document)) return document
  if (event.event === 'user:update') return only(document, (name) => USER_PROPERTIES.includes(name))
  const collection = manifestOf(c).collections.find(({ name }) => name === event.collection)
  const fields = new Map(collection?.fields.map((field) => [field.name, field]))
  const isShown = (name: string) => {
    const field = fields.get(name)
    return !field || (!field.hidden && (restrictedFields || field.access.read === null))
  }
  const { translations, ...originals } = only(document, isShown)
  if (collection?.locales === undefined || !isObject(translations)) return only(document, isShown)
  const others = Object.entries(translations).map(([locale, values]) => [
    locale,
    isObject(values) ? only(values, isShown) : values,
  ])
  return { ...originals, translations: Object.fromEntries(others) }
}

function only(object: Properties, isShown: (name: string) => boolean): Properties {
  return Object.fromEntries(Object.entries(object).filter(([name]) => isShown(name)))
}

function isObject(value: unknown): value is Properties {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
