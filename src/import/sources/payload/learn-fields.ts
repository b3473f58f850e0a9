import { isJsonObject, type Json, type JsonObject } from 'lintel/importing'
import { isList } from '../json/parse-record.ts'
import type { SourceValue } from '../source.ts'
import { idOf, isDocument, type PayloadCollection } from './collections.ts'
import { guessTarget } from './guess-target.ts'
import { isLexical } from './lexical.ts'

/** Field of a collection, as learned from its values. */
export type PayloadField =
  | { readonly kind: 'group' }
  | { readonly kind: 'rich-text' }
  | { readonly kind: 'relation'; readonly target: PayloadCollection; readonly many: boolean }
  /** Reference whose values name their collections. */
  | { readonly kind: 'polymorphic'; readonly targets: readonly PayloadCollection[]; readonly many: boolean }
  | { readonly kind: 'plain'; readonly value: SourceValue }

export type PayloadFields = ReadonlyMap<string, PayloadField>

/** Properties of a document whose values are not imported. */
const IGNORED = new Set(['id', 'deletedAt', 'blockName'])

export interface FieldLearner {
  learn(document: JsonObject): void
  fields(): PayloadFields
}

/** Everything that is known about a field so far. */
interface Seen {
  readonly types: Set<string>
  /** Collections that contain all ids so far; `null` if some value was not an id. */
  possible: readonly PayloadCollection[] | null
  sample: string
  isWhole: boolean
  isMany: boolean
  hasNull: boolean
  readonly relatesTo: Set<string>
}

/** Learns the fields of a collection from its documents, since an export does not declare them. */
export function learnFields(ownKind: string, collections: readonly PayloadCollection[]): FieldLearner {
  const seen = new Map<string, Seen>()
  const seenOf = (name: string): Seen => {
    const known = seen.get(name) ?? {
      types: new Set(),
      possible: collections,
      sample: '',
      isWhole: false,
      isMany: false,
      hasNull: false,
      relatesTo: new Set(),
    }
    seen.set(name, known)
    return known
  }
  const learnValues = (values: JsonObject, before: string) => {
    for (const [name, value] of Object.entries(values)) {
      if (before === '' && IGNORED.has(name)) continue
      const path = before + name
      const field = seenOf(path)
      note(field, value)
      if (isGroup(value)) learnValues(value, `${path}.`)
    }
  }
  return {
    learn: (document) => learnValues(document, ''),
    fields() {
      const fields = new Map<string, PayloadField>()
      for (const [name, field] of seen) {
        const group = name.slice(0, Math.max(name.lastIndexOf('.'), 0))
        if (group !== '' && fields.get(group)?.kind !== 'group') continue // inside a value that turned out not to be a group
        fields.set(name, judged(name, field, ownKind, collections))
      }
      return fields
    },
  }
}

export function isPolymorphic(value: Json): value is { readonly relationTo: string; readonly value: Json } {
  return isJsonObject(value) && typeof value.relationTo === 'string' && idOf(value.value) !== null
}

function isGroup(value: Json): value is JsonObject {
  return isJsonObject(value) && !isLexical(value) && !isPolymorphic(value) && !isDocument(value)
}

function note(field: Seen, value: Json): void {
  if (value === null) {
    field.hasNull = true
    return
  }
  if (isList(value)) field.isMany = true
  for (const item of isList(value) ? value : [value]) {
    field.types.add(typeOf(item))
    if (isPolymorphic(item)) field.relatesTo.add(item.relationTo)
    const id = typeof item === 'object' && !isDocument(item ?? null) ? null : idOf(item)
    if (id === null) field.possible = null
    else {
      field.possible = field.possible?.filter(({ ids }) => ids.has(id)) ?? null
      field.sample = id
      if (isJsonObject(item)) field.isWhole = true
    }
  }
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/

function typeOf(value: Json): string {
  if (typeof value === 'string') return TIME.test(value) ? 'time' : 'text'
  if (isLexical(value)) return 'rich-text'
  if (value !== null && isPolymorphic(value)) return 'polymorphic'
  return isGroup(value) ? 'group' : typeof value
}

const SIMPLE = new Set(['text', 'time', 'number', 'boolean'])

function judged(name: string, field: Seen, ownKind: string, collections: readonly PayloadCollection[]): PayloadField {
  const { types, isMany, hasNull, possible, sample, isWhole, relatesTo } = field
  const [only = 'text', another] = types
  // Different simple values are text: a title of digits is still a title.
  const is = another === undefined ? only : [...types].every((type) => SIMPLE.has(type)) ? 'text' : 'json'
  if (is === 'rich-text' && !isMany) return { kind: 'rich-text' }
  if (is === 'polymorphic') {
    const targets = collections.filter(({ kind }) => relatesTo.has(kind))
    return { kind: 'polymorphic', targets, many: isMany }
  }
  // A group is in every document of its collection; an object that is only in some of them is a single value.
  if (is === 'group' && !isMany && !hasNull) return { kind: 'group' }
  const target = sample === '' ? null : guessTarget(name, ownKind, possible ?? [], sample, isWhole)
  if (target !== null) return { kind: 'relation', target, many: isMany }
  return { kind: 'plain', value: plainValue(name, isMany ? 'json' : is) }
}

function plainValue(name: string, is: string): SourceValue {
  if (name === '_status') return { is: 'status' }
  if (name === 'slug' && is === 'text') return { is: 'slug' }
  return is === 'text' || is === 'time' || is === 'number' || is === 'boolean' ? { is } : { is: 'json' }
}
