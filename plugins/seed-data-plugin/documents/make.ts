import { type Json, slugify } from 'lintel'
import {
  checkDocument,
  fieldTypesOf,
  type ManifestCollection,
  type ManifestField,
  type RequestContext,
  type WholeDocument,
} from 'lintel/kit'
import { farAway, identityOf, laterThan } from '../identity.ts'
import type { Slot } from '../plan.ts'
import type { Pools } from '../pools.ts'
import { createRandom } from '../random.ts'
import { ENGLISH } from '../values/languages/languages.ts'
import type { Making } from '../values/making.ts'
import { believable, isValid, placeOf, plainValueOf } from '../values/value.ts'
import { needsTarget } from './order.ts'
import { ADDED_FIELDS, addedFields, type Languages, translationsOf } from './translations.ts'

/** Everything that is needed to create the documents of one call. */
export interface Workshop extends Languages {
  readonly c: RequestContext
  readonly seed: number
  readonly pools: Pools
  /**
   * Ids of documents that are stored together with this one, by collection: the first documents of collections that
   * need each other.
   */
  readonly promised: ReadonlyMap<string, string>
  /** True if accounts are created, too: they become the creators of the documents. */
  readonly hasUsers: boolean
}

/** A document to be stored, with its fields as the API accepts them. */
export interface Draft {
  readonly slot: Slot
  readonly collection: ManifestCollection
  fields: Record<string, Json>
}

/** Reason why a document could not be made. */
export interface Impossible {
  readonly reason: string
}

/** Fraction of documents in which an optional field is empty. */
const EMPTY = 0.08
/** Maximum number of attempts to find a value that the validator accepts. */
const TRIES = 12

/** Makes the fields of a document and validates them. Returns the reason if no valid document can be made. */
export function makeDraft(workshop: Workshop, collection: ManifestCollection, slot: Slot): Draft | Impossible {
  const fields: Record<string, Json> = addedFields(workshop, collection, slot)
  const isMadeFrom = ({ kind, options }: ManifestField) => kind === 'slug' && options.from !== undefined
  const inOrder = [...collection.fields].sort((a, b) => Number(isMadeFrom(a)) - Number(isMadeFrom(b)))
  for (const field of inOrder) {
    const making = makingOf(workshop, collection.name, slot, field.name)
    if (isAdded(collection, field) || !isMade(field, fields, making)) continue
    const value = isMadeFrom(field) ? slugFrom(field, fields, making) : fieldValue(collection, field, making)
    if (value === null && (field.required || needsTarget(field))) return { reason: missing(field) }
    if (value !== null) fields[field.name] = value
    else if (field.options.default !== undefined) fields[field.name] = null
  }
  const checked = checkDocument(workshop.c, collection.name, fields)
  if ('errors' in checked) {
    const [error] = checked.errors
    return { reason: `${error?.path}: ${error?.message}` }
  }
  return { slot, collection, fields: { ...checked.fields } }
}

/** Returns the context for the values of one field of one document. */
export function makingOf(workshop: Workshop, collection: string, slot: Slot, field: string): Making {
  const { c, seed, pools, promised, language, others } = workshop
  const { name, locale } = placeOf(field)
  const random = createRandom([seed, collection, slot.position, name])
  return {
    random,
    index: slot.position,
    owner: collection,
    types: fieldTypesOf(c),
    language: locale === null ? language : (others.get(locale) ?? ENGLISH),
    translations: translationsOf(workshop, collection, slot),
    reference: (target) => promised.get(target) ?? pools.choose(target, random),
  }
}

/** Returns the complete document: the fields with its creator, its time and its status. */
export function wholeDocument({ seed, pools, hasUsers }: Workshop, { slot, collection, fields }: Draft): WholeDocument {
  const key = [seed, collection.name, slot.position]
  const random = createRandom([...key, 'system'])
  const identity = identityOf(seed, collection.name, slot.position)
  const chance = random.next()
  const status = !collection.drafts || chance < 0.75 ? 'published' : chance < 0.92 ? 'draft' : 'scheduled'
  return {
    ...identity,
    collection: collection.name,
    status,
    publishedAt: status === 'published' ? laterThan(identity.createdAt, random.next()) : null,
    scheduledAt: status === 'scheduled' ? farAway(random.next()) : null,
    createdBy: hasUsers ? pools.choose('users', random) : null,
    fields,
  }
}

function isAdded({ locales }: ManifestCollection, { name }: ManifestField): boolean {
  return locales !== undefined && ADDED_FIELDS.includes(placeOf(name).name)
}

/**
 * Tells whether a field gets a value. A translated field gets one if it is required, or if the document has a
 * translation into its locale and the original has a value.
 */
function isMade({ name, required }: ManifestField, fields: Readonly<Record<string, Json>>, making: Making): boolean {
  const place = placeOf(name)
  if (place.locale === null || required) return true
  return making.translations.has(place.locale) && fields[place.name] !== undefined
}

function fieldValue(collection: ManifestCollection, field: ManifestField, making: Making): Json {
  const { name } = placeOf(field.name)
  const original = collection.fields.find((one) => one.name === name) ?? field
  const isNeeded = original.required || needsTarget(original) || name === collection.titleField
  if (!isNeeded && field.storage !== 'join' && making.random.chance(EMPTY)) return null
  const value = believable(field.name === name ? field : { ...field, name }, making)
  if (value === null || isValid(field, value, making.types)) return value
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const plain = plainValueOf(field, making)
    if (plain !== null && isValid(field, plain, making.types)) return plain
  }
  const initial = field.options.default as Json | undefined // every field type accepts `default`
  return initial ?? null
}

function slugFrom(field: ManifestField, fields: Readonly<Record<string, Json>>, { random }: Making): Json {
  const source = fields[field.options.from]
  const text = typeof source === 'string' || typeof source === 'number' ? String(source) : ''
  return slugify(text, field.options.max) || random.next().toString(36).slice(2, 10)
}

function missing({ name, target }: ManifestField): string {
  return target === null
    ? `${name}: no value was found that its validator accepts`
    : `${name}: it needs an entry of ${target}, but there is none`
}
