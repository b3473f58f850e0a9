/** A document as the service answers it. */
export type Document = Readonly<Record<string, unknown>> & { readonly id: string }

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
}

/** Words as a search has them: without case and without diacritics. */
function wordsOf(text: unknown): string[] {
  const plain = String(text ?? '')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
  return plain.match(/[\p{L}\p{N}\p{Co}]+/gu) ?? []
}

/** Every word is in `name` or `body`, the last one at least with its beginning. */
function matches(document: Document, q: string): boolean {
  const known = [...wordsOf(document.name), ...wordsOf(document.body)]
  const asked = wordsOf(q)
  const last = asked.at(-1)
  if (last === undefined) return false
  return asked.slice(0, -1).every((word) => known.includes(word)) && known.some((word) => word.startsWith(last))
}

/**
 * Ids in order, as the list should have them; a search without `sort` has an order of its own. `targets`: documents
 * that references point to, by id.
 */
export function expectedIds(
  documents: readonly Document[],
  query: ModelQuery,
  targets: ReadonlyMap<string, Document>,
): string[] {
  const { all, groups, sort, q } = query
  const holds = (document: Document) => (condition: ModelCondition) => meets(document, condition, targets)
  const found = documents.filter(
    (document) =>
      (q === null || matches(document, q)) &&
      all.every(holds(document)) &&
      (groups.length === 0 || groups.some((group) => group.every(holds(document)))),
  )
  const keys = [...sort, { property: 'id', descending: sort.at(-1)?.descending ?? true }]
  if (sort.length === 0) keys.unshift({ property: 'createdAt', descending: true })
  return found
    .sort((a, b) => {
      for (const { property, descending } of keys) {
        const order = compareValues(a[property], b[property])
        if (order !== 0) return descending ? -order : order
      }
      return 0
    })
    .map(({ id }) => id)
}

function meets(document: Document, condition: ModelCondition, targets: ReadonlyMap<string, Document>): boolean {
  const [property = '', inner] = condition.path.split('.')
  const value = document[property] ?? null
  if (inner !== undefined) {
    const pointedTo = [value].flat().flatMap((id) => targets.get(String(id)) ?? [])
    return pointedTo.some((target) => meets(target, { ...condition, path: inner }, targets))
  }
  if (Array.isArray(value)) return LISTS[condition.operator]?.(value, condition.value) ?? false
  return SINGLE[condition.operator]?.(value, condition.value) ?? false
}
