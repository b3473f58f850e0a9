import type { ManifestCollection, ManifestField } from '../../../src/manifest/index.ts'
import { CALLERS, type Caller, type Raw, type World } from './wide-service.ts'

/** A document as somebody sees it in a locale. */
export type Seen = Readonly<Record<string, unknown>> & { readonly id: string }

/** Compares a document's value with what is asked for; both as JSON has them. */
type Comparison = (value: unknown, wanted: string) => boolean

/** Text by its bytes in UTF-8, as the database has it; what is missing comes first. */
export function compareValues(a: unknown, b: unknown): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b))
  return Number(a) - Number(b)
}

/** Parses a parameter's text like the value beside it: numbers and booleans are written as text. */
const meant = (value: unknown, text: string): unknown =>
  typeof value === 'number' ? Number(text) : typeof value === 'boolean' ? text === 'true' : text

const ordered =
  (test: (order: number) => boolean): Comparison =>
  (value, wanted) =>
    value !== null && test(compareValues(value, meant(value, wanted)))

const equals = (value: unknown, wanted: string) => value !== null && value === meant(value, wanted)
const fold = (text: unknown) => String(text).replace(/[A-Z]/g, (letter) => letter.toLowerCase())
const textual =
  (test: (value: string, wanted: string) => boolean): Comparison =>
  (value, wanted) =>
    value !== null && test(fold(value), fold(wanted))

const listOf = (wanted: string): readonly string[] => JSON.parse(wanted)

const SINGLE: Readonly<Record<string, Comparison>> = {
  eq: equals,
  ne: (value, wanted) => !equals(value, wanted),
  gt: ordered((order) => order > 0),
  gte: ordered((order) => order >= 0),
  lt: ordered((order) => order < 0),
  lte: ordered((order) => order <= 0),
  in: (value, wanted) => listOf(wanted).some((one) => equals(value, one)),
  nin: (value, wanted) => !listOf(wanted).some((one) => equals(value, one)),
  contains: textual((value, wanted) => value.includes(wanted)),
  startsWith: textual((value, wanted) => value.startsWith(wanted)),
  endsWith: textual((value, wanted) => value.endsWith(wanted)),
  null: (value, wanted) => (value === null) === (wanted === 'true'),
}

const LISTS: Readonly<Record<string, (items: readonly unknown[], wanted: string) => boolean>> = {
  eq: (items, wanted) => items.includes(wanted),
  ne: (items, wanted) => !items.includes(wanted),
  in: (items, wanted) => listOf(wanted).some((one) => items.includes(one)),
  nin: (items, wanted) => !listOf(wanted).some((one) => items.includes(one)),
  null: (items, wanted) => (items.length === 0) === (wanted === 'true'),
}

export interface ModelCondition {
  readonly path: string
  readonly operator: string
  readonly value: string
}

export interface ModelQuery {
  readonly all: readonly ModelCondition[]
  readonly groups: readonly (readonly ModelCondition[])[]
  readonly sort: readonly { readonly property: string; readonly descending: boolean }[]
  /** Text to search for; `null`: none. */
  readonly q: string | null
  /** `de:missing`; `null`: whatever it is. */
  readonly translation: string | null
}

/** Somebody who asks in a locale. */
export interface Asker {
  readonly caller: Caller
  /** `*`: all of them. */
  readonly locale: string
  readonly fallback: boolean
}

export const isSignedIn = ({ caller }: Pick<Asker, 'caller'>) => caller !== 'nobody'

/** Rights of a caller in a world, and how it looks to them. */
export function modelOf(world: World, asker: Asker) {
  const { manifest, collections } = world
  const initial = manifest.locales?.default ?? ''
  const chains = manifest.locales?.chains ?? {}
  const everywhere = Object.keys(chains)
  const isAll = asker.locale === '*'
  const chain = isAll ? [initial] : asker.fallback ? (chains[asker.locale] ?? []) : [asker.locale]
  const role = asker.caller
  const id = CALLERS[role as 'viewer']['x-test-user']?.split(':')[1]
  const isAnonymous = !isSignedIn(asker)

  const mayRead = ({ access }: ManifestField) => grants(access.read).some((grant) => grant.role === role)
  const shownFields = (collection: ManifestCollection) =>
    collection.fields.filter((field) => !field.hidden && (field.access.read === null || mayRead(field)))

  /** Documents of a collection that the asker may read; `null` where they may not ask. */
  function readable(name: string): readonly Raw[] | null {
    const collection = collections.get(name)
    const documents = world.documents.get(name) ?? []
    if (!collection) return null
    const { read } = collection.access
    const own = grants(read).filter((grant) => grant.role === role)
    if (read.kind !== 'public' && own.length === 0) return null
    return documents.filter(
      (document) =>
        (read.kind === 'public' || own.some(({ where }) => !where || document.createdBy === id)) &&
        (!isAnonymous || (document.status === 'published' && isShown(collection, document, asker.locale))),
    )
  }

  /** Values in the locale in which conditions compare. */
  function compared(collection: ManifestCollection, document: Raw, own = false): Seen {
    const localized = collection.fields.filter(({ options }) => options.localized === true)
    const values = localized.map(({ name, storage }) => {
      const held = document[name] as Record<string, unknown>
      const isThere = (value: unknown) => value !== null && !(Array.isArray(value) && value.length === 0)
      const among = (own ? chain.slice(0, 1) : chain).map((locale) => held[locale] ?? null)
      return [name, among.find(isThere) ?? (storage === 'join' ? [] : null)] as const
    })
    return { ...document, ...Object.fromEntries(values) }
  }

  /** A document as an answer has it. */
  function shown(name: string, document: Raw): Seen {
    const collection = collections.get(name) as ManifestCollection // whose document it is
    const inside = isAll ? document : compared(collection, document)
    const names = new Set([...shownFields(collection).map((field) => field.name), ...SYSTEM])
    const entries = Object.entries(inside).filter(([property]) => names.has(property))
    const visible = entries.map(([property, value]) => {
      const isLocalized = collection.fields.find((field) => field.name === property)?.options.localized === true
      if (!isAll || !isLocalized || !isAnonymous) return [property, value] as const
      const told = everywhere.filter((locale) => isShown(collection, document, locale))
      return [property, Object.fromEntries(told.map((one) => [one, (value as Record<string, unknown>)[one]]))] as const
    })
    return Object.fromEntries(visible) as Seen
  }

  /** Tells whether a property exists for the asker, and what it leads to. */
  function target(name: string, property: string): string | null {
    const collection = collections.get(name)
    const field = collection && shownFields(collection).find((one) => one.name === property)
    const to = field?.target ?? null
    return to !== null && (to === 'users' || to === 'media' || readable(to) !== null) ? to : null
  }

  function isKnown(name: string, path: string): boolean {
    const [property = '', inner] = path.split('.')
    const collection = collections.get(name)
    if (!collection) return name === 'users'
    if (inner !== undefined) {
      const to = target(name, property)
      return to !== null && isKnown(to, inner)
    }
    return SYSTEM.includes(property) || shownFields(collection).some((field) => field.name === property)
  }

  /** Tells whether a list may be asked to show what references lead to; what the asker may not read stays an id. */
  function isPopulable(name: string, path: string): boolean {
    const [property = '', ...inner] = path.split('.')
    const to = target(name, property)
    const collection = collections.get(name)
    const field = collection && shownFields(collection).find((one) => one.name === property)
    // In all languages at once there is no one value that could be followed.
    if (!field || (isAll && field.options.localized === true)) return false
    return inner.length === 0 || to === null || isPopulable(to, inner.join('.'))
  }

  /** In all languages at once, only documents that show the compared one: others would tell what is hidden. */
  function isComparable(collection: ManifestCollection, document: Raw, properties: readonly string[]): boolean {
    if (!isAnonymous || !isAll) return true
    const isCompared = properties.some(
      (property) => collection.fields.find(({ name }) => name === property)?.options.localized === true,
    )
    return !isCompared || isShown(collection, document, initial)
  }

  function meets(name: string, document: Seen, condition: ModelCondition): boolean {
    const [property = '', inner] = condition.path.split('.')
    const value = document[property] ?? null
    if (inner !== undefined) {
      const to = target(name, property) ?? ''
      const ids = [value].flat()
      if (to === 'users') {
        return ids.some((one) => {
          const user = world.users.get(String(one))
          return user !== undefined && meets('users', user as Seen, { ...condition, path: inner })
        })
      }
      const collection = collections.get(to)
      return (readable(to) ?? []).some(
        (one) =>
          ids.includes(one.id) &&
          collection !== undefined &&
          isComparable(collection, one, [inner]) &&
          meets(to, compared(collection, one), { ...condition, path: inner }),
      )
    }
    if (Array.isArray(value)) return LISTS[condition.operator]?.(value, condition.value) ?? false
    return SINGLE[condition.operator]?.(value, condition.value) ?? false
  }

  /** Ids in order, as the list should have them; a search without `sort` has an order of its own. */
  function expectedIds(name: string, query: ModelQuery): string[] {
    const { all, groups, sort, q, translation } = query
    const collection = collections.get(name) as ManifestCollection // whose list it is
    const names = [
      ...[...all, ...groups.flat()].map(({ path }) => path.split('.')[0] ?? ''),
      ...sort.map(({ property }) => property),
      ...(q === null ? [] : collection.search),
    ]
    const holds = (document: Seen) => (condition: ModelCondition) => meets(name, document, condition)
    const found = (readable(name) ?? [])
      .filter((document) => isComparable(collection, document, names))
      .filter((document) => translation === null || hasState(document, translation))
      .filter((document) => q === null || matches(collection, document, q))
      .map((document) => compared(collection, document))
      .filter((document) => all.every(holds(document)))
      .filter((document) => groups.length === 0 || groups.some((group) => group.every(holds(document))))
    const keys = [...sort, { property: 'id', descending: sort.at(-1)?.descending ?? true }]
    if (sort.length === 0) keys.unshift({ property: 'createdAt', descending: true })
    return found
      .sort((a, b) => {
        for (const { property, descending } of keys) {
          const order = compareValues(sortedBy(a, property), sortedBy(b, property))
          if (order !== 0) return descending ? -order : order
        }
        return 0
      })
      .map((document) => document.id)
  }

  function hasState(document: Raw, translation: string): boolean {
    const [locale = '', state] = translation.split(':')
    return stateOf(world, document, locale) === state
  }

  /** Every word is in a searched field, the last one at least with its beginning. */
  function matches(collection: ManifestCollection, document: Raw, q: string): boolean {
    const asked = wordsOf(q)
    const last = asked.at(-1)
    if (last === undefined) return false
    const isInAll = isAll && !isAnonymous
    const seen = compared(collection, document, !asker.fallback && !isAll)
    const texts = collection.search.flatMap((property) => {
      const value = isInAll ? document[property] : seen[property]
      return typeof value === 'object' && value !== null ? Object.values(value) : [value]
    })
    const known = texts.flatMap(wordsOf)
    return asked.slice(0, -1).every((word) => known.includes(word)) && known.some((word) => word.startsWith(last))
  }

  return { readable, shown, isKnown, isPopulable, target, expectedIds, isComparable }
}

/** Date by which a document is sorted: a scheduled one has the date on which it will be published. */
function sortedBy(document: Seen, property: string): unknown {
  const isWaiting = property === 'publishedAt' && document.status === 'scheduled'
  return document[isWaiting ? 'scheduledAt' : property]
}

export const SYSTEM = [
  'id',
  'status',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'scheduledAt',
  'createdBy',
  'updatedBy',
  'version',
]

interface Grant {
  readonly role?: string
  readonly where?: object
}

const grants = (access: unknown): readonly Grant[] => (access as { grants?: readonly Grant[] } | null)?.grants ?? []

function isShown({ locales }: ManifestCollection, { publishedLocales }: Raw, locale: string): boolean {
  if (locales === undefined || !Array.isArray(publishedLocales)) return true
  return locale === '*' ? publishedLocales.length > 0 : publishedLocales.includes(locale)
}

/** State of a translation, by the times of the document's row. */
function stateOf({ translated, manifest }: World, { id }: Raw, locale: string): string {
  const times = translated.get(id) ?? {}
  const [original, own] = [times[manifest.locales?.default ?? ''] ?? null, times[locale] ?? null]
  if (own === null) return 'missing'
  return original !== null && own < original ? 'outdated' : 'current'
}

/** Words as a search has them: without case and without diacritics. */
function wordsOf(text: unknown): string[] {
  const plain = String(text ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
  return plain.match(/[\p{L}\p{N}\p{Co}]+/gu) ?? []
}
