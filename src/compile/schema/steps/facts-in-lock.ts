import { storageOf } from '../../../fields/field-type.ts'
import { PUBLISHED_LOCALES } from '../../../ground/variants.ts'
import { type KnownChoices, valuesIn } from './choices.ts'
import type { Facts, FieldFacts, Types } from './facts.ts'
import type { Inside } from './operation.ts'

/**
 * Adds to facts the nested fields that the chain does not know: migrations of format 1 did not record them, but the
 * committed lock contains them.
 * @param locks returns the texts of earlier locks; what the first does not contain stays unknown
 */
export function describedByLock(facts: Facts, locks: () => Iterable<string>, types: Types): Facts {
  const isUnknown = ({ kind, inside }: FieldFacts) => !inside && types[kind]?.contains !== undefined
  if (![...facts.values()].some((fields) => [...fields.values()].some(isUnknown))) return facts
  const [newest = '{}'] = locks()
  const collections = collectionsIn(newest)
  return new Map(
    [...facts].map(([name, fields]) => {
      const known = collections[name]?.fields ?? {}
      const described = [...fields].map(([field, ownFacts]): [string, FieldFacts] => {
        if (!isUnknown(ownFacts) || known[field]?.type !== ownFacts.kind) return [field, ownFacts]
        const inside = insideOf(field, ownFacts.kind, known, types)
        return [field, inside ? { ...ownFacts, inside } : ownFacts]
      })
      return [name, new Map(described)]
    }),
  )
}

/** Options of a collection that its tables do not show, or not for every collection. */
export interface KnownLimits {
  readonly hasDrafts: boolean
  readonly hasTrash: boolean
  /** Number of versions that each document keeps. */
  readonly versions: number
}

/** Returns the limits of collections in the text of a lock; a collection without them is left out. */
export function limitsInLock(text: string): ReadonlyMap<string, KnownLimits> {
  return new Map(
    Object.entries(collectionsIn(text)).flatMap(([name, { drafts = false, trash, versions }]) =>
      trash === undefined || versions === undefined
        ? []
        : [[name, { hasDrafts: drafts, hasTrash: trash !== null, versions }] as const],
    ),
  )
}

/** Returns the choices of fields in the text of a lock. */
export function choicesInLock(text: string, types: Types): KnownChoices {
  return new Map(
    Object.entries(collectionsIn(text)).flatMap(([collection, { fields = {} }]) =>
      Object.keys(fields)
        .filter((name) => !name.includes('.') && name !== PUBLISHED_LOCALES)
        .flatMap((name) => fieldsFrom(name, name, fields, types))
        .flatMap(([path, field]): [string, string[]][] => {
          const option = types[field.type]?.choices
          const listed = option === undefined ? undefined : (field as unknown as Record<string, unknown>)[option]
          return listed === undefined ? [] : [[`${collection}.${path}`, valuesIn(listed)]]
        }),
    ),
  )
}

/**
 * Returns a field of the lock and those inside it, each with its path in operations.
 * @param at path in the lock
 * @param path path in operations
 */
function fieldsFrom(at: string, path: string, known: LockedFields, types: Types): [string, LockedField][] {
  const field = known[at]
  if (!field) return []
  const contains = types[field.type]?.contains
  if (!contains) return [[path, field]]
  const below = `${at}.${contains.option}`
  // Fields of a list's items are named by the path of the list.
  const around = path.replace(/\[\]$/, '')
  if (contains.form === 'list') return [[path, field], ...fieldsFrom(below, `${around}[]`, known, types)]
  const depth = contains.form === 'blocks' ? 2 : 1
  const inner = stepsBelow(below, known).filter((steps) => steps.length === depth)
  return [
    [path, field],
    ...inner.flatMap((steps) => fieldsFrom([below, ...steps].join('.'), [around, ...steps].join('.'), known, types)),
  ]
}

/** A field in the lock, by its path: `seo.fields.title`, `rows.of`, `sections.of.quote.text`. */
interface LockedField {
  readonly type: string
  readonly required?: boolean
  readonly target?: string
}

type LockedFields = Readonly<Record<string, LockedField>>

interface LockedCollection {
  readonly fields?: LockedFields
  readonly drafts?: boolean
  readonly trash?: object | null
  readonly versions?: number
}

function collectionsIn(text: string): Readonly<Record<string, LockedCollection>> {
  try {
    const lock: unknown = JSON.parse(text)
    // Anything that the compiler would not write matches no field below.
    return (lock as { collections?: Record<string, LockedCollection> }).collections ?? {}
  } catch {
    return {}
  }
}

function insideOf(path: string, kind: string, known: LockedFields, types: Types): Inside | undefined {
  const contains = types[kind]?.contains
  if (!contains) return undefined
  const around = `${path}.${contains.option}`
  if (contains.form === 'list') {
    const item = known[around]
    return item && { form: 'list', parts: { item: factsOf(around, item, known, types) } }
  }
  if (contains.form === 'object') return { form: 'object', parts: partsBelow(around, known, types) }
  const kinds = [...new Set(stepsBelow(around, known).map(([first = '']) => first))]
  const block = (name: string): FieldFacts => ({
    kind: 'block',
    storage: 'json',
    target: null,
    required: false,
    inside: { form: 'object', parts: partsBelow(`${around}.${name}`, known, types) },
  })
  return { form: 'blocks', parts: Object.fromEntries(kinds.map((name) => [name, block(name)])) }
}

function partsBelow(path: string, known: LockedFields, types: Types): Inside['parts'] {
  const paths = stepsBelow(path, known).filter((steps) => steps.length === 1)
  return Object.fromEntries(
    paths.flatMap(([name = '']) => {
      const field = known[`${path}.${name}`]
      return field ? [[name, factsOf(`${path}.${name}`, field, known, types)]] : []
    }),
  )
}

function stepsBelow(path: string, known: LockedFields): string[][] {
  return Object.keys(known).flatMap((key) =>
    key.startsWith(`${path}.`) ? [key.slice(path.length + 1).split('.')] : [],
  )
}

function factsOf(path: string, field: LockedField, known: LockedFields, types: Types): FieldFacts {
  const type = types[field.type]
  const inside = insideOf(path, field.type, known, types)
  return {
    kind: field.type,
    storage: type ? storageOf(type, field) : 'json',
    target: field.target ?? null,
    required: field.required ?? false,
    ...(inside ? { inside } : {}),
  }
}
