import type { CollectionPlan } from 'lintel/importing'
import { lastWord, singular } from './guess-collection.ts'
import type { SurveyedKind, SurveyedValue } from './survey.ts'

/** Names that are reserved for the service, and properties that every document has (`compile/check/names.ts`). */
const TAKEN_COLLECTIONS = 'admin api auth collections content docs health images media plugins users'.split(' ')
const TAKEN_FIELDS = [
  'id status createdAt updatedAt publishedAt scheduledAt createdBy updatedBy version deletedAt',
  'page limit cursor count sort fields populate q or',
].flatMap((names) => names.split(' '))

/** Maximum number of fields in a suggested collection: any others are better chosen by a person. */
const MOST_FIELDS = 20

/**
 * Returns commands that create a collection for each kind that no collection fits. Kinds that others refer to come
 * first.
 * @param fileType field type whose values are files; `undefined` if the project has none
 */
export function suggestCollections(
  kinds: readonly SurveyedKind[],
  collectionOf: ReadonlyMap<string, CollectionPlan>,
  fileType: string | undefined,
  taken: readonly string[],
): readonly string[] {
  const names = new Map([...collectionOf].map(([kind, { collection }]) => [kind, collection.name]))
  const waiting = kinds.filter((kind) => !collectionOf.has(kind.name) && kind.values.some(({ filled }) => filled > 0))
  const lines: string[] = []
  while (waiting.length > 0) {
    const isReady = (kind: SurveyedKind) =>
      referredKinds(kind).every(
        (name) => name === kind.name || names.has(name) || !waiting.some((other) => other.name === name),
      )
    const index = Math.max(0, waiting.findIndex(isReady))
    const [kind] = waiting.splice(index, 1)
    if (kind === undefined) break
    const name = freeName(kind.name, [...names.values(), ...taken])
    names.set(kind.name, name)
    lines.push(`cms new collection ${name} --fields '${fieldsOf(kind, names, fileType).join(' ')}'`)
  }
  return lines
}

function referredKinds({ values }: SurveyedKind): string[] {
  return values.flatMap(({ meaning, filled }) => (meaning?.is === 'reference' && filled > 0 ? [meaning.kind] : []))
}

function freeName(kind: string, taken: readonly string[]): string {
  const word = snakeCase(lastWord(kind))
  const plural = singular(word) === word.replace(/_/g, '') ? pluralOf(word) : word
  const names = [plural, `${plural}_items`, ...Array.from({ length: 100 }, (_, index) => `${plural}${index + 2}`)]
  return names.find((name) => !taken.includes(name) && !TAKEN_COLLECTIONS.includes(name)) ?? plural
}

function pluralOf(word: string): string {
  if (/[^aeiou]y$/.test(word)) return word.replace(/y$/, 'ies')
  return /(?:s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`
}

function fieldsOf(kind: SurveyedKind, names: ReadonlyMap<string, string>, fileType: string | undefined): string[] {
  const system = Object.values(kind.system).flat()
  const values = kind.values.filter(({ name, filled }) => filled > 0 && !system.includes(name))
  const title = values.find(({ name }) => /^(?:title|name|headline|label)$/i.test(name))
  const used = new Set<string>()
  return values.slice(0, MOST_FIELDS).flatMap((value) => {
    const name = camelCase(value.name.replace(/^meta\./, ''))
    if (!/^[a-z][A-Za-z0-9]*$/.test(name) || TAKEN_FIELDS.includes(name) || used.has(name)) return []
    const type = typeOf(value, names, fileType, title)
    if (type === null) return []
    used.add(name)
    return [`${name}:${type}${value === title && value.filled === kind.records ? '!' : ''}`]
  })
}

function typeOf(
  value: SurveyedValue,
  names: ReadonlyMap<string, string>,
  fileType: string | undefined,
  title: SurveyedValue | undefined,
): string | null {
  const { meaning, look } = value
  if (meaning?.is === 'reference') {
    const target = names.get(meaning.kind)
    if (target === undefined) return null
    return `${meaning.many ? 'references' : 'reference'}(${target})`
  }
  if (meaning?.is === 'file') return meaning.many || fileType === undefined ? null : fileType
  if (meaning?.is === 'slug' || /^slug$/i.test(value.name)) return title ? `slug(${camelCase(title.name)})` : 'slug'
  if (meaning?.is === 'html' || meaning?.is === 'markdown' || look === 'html') return 'richText'
  if (meaning?.is === 'time' || look === 'time') return /T|:/.test(value.sample) ? 'datetime' : 'date'
  if (meaning?.is === 'json' || look === 'object') return 'json'
  if (look === 'list') return 'list(string)'
  if (look === 'number' || look === 'boolean') return look
  return look === 'text' || value.longest > 1000 ? 'text' : 'string'
}

/**
 * Returns a name in snake case, as names of collections are written; with `items_` in front if it begins with no
 * letter.
 */
function snakeCase(name: string): string {
  const word = (name.match(/[A-Z]?[a-z0-9]+|[A-Z0-9]+/g) ?? []).join('_').toLowerCase()
  return /^[a-z]/.test(word) ? word : `items_${word}`
}

function camelCase(name: string): string {
  const words = name.match(/[A-Za-z0-9]+/g) ?? []
  const [first = '', ...others] = words
  const head =
    first.charAt(0).toLowerCase() + (first === first.toUpperCase() ? first.slice(1).toLowerCase() : first.slice(1))
  return head + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}
