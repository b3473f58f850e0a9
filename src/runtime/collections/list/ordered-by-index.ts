import type { CollectionPlan } from '../document/plan.ts'
import type { ListShape, SortKey } from './list-query.ts'

/**
 * Tells whether an index has the order of a list. Each sort key except `UNINDEXED` has an index of its own, with equal
 * values in order of creation; the collection may declare further indexes. Without a suitable index, the matches are
 * sorted.
 */
export function isOrderedByIndex({ collection }: CollectionPlan, { sort, filters }: ListShape): boolean {
  const filtered = new Set(
    filters.flatMap((filter) => (filter.kind === 'compare' && filter.operator === 'eq' ? [filter.property] : [])),
  )
  const sortKeys = (sort ?? []).filter(({ property }) => !filtered.has(property))
  const [first] = sortKeys
  if (first === undefined || first.property === 'createdAt' || first.property === 'id') return sortKeys.length <= 1
  if (sortKeys.length === 1 && filtered.size === 0) return !UNINDEXED.has(first.property)
  return collection.indexes.some((keys) => {
    const indexKeys = keys.map(parseKey)
    const start = indexKeys.findIndex(({ property }) => !filtered.has(property))
    return (start > 0 || filtered.size === 0) && startsWith(indexKeys.slice(Math.max(start, 0)), sortKeys)
  })
}

/** System properties without an index, because few lists are sorted by them. */
const UNINDEXED = new Set(['scheduledAt', 'version'])

function parseKey(text: string): SortKey {
  return text.startsWith('-') ? { property: text.slice(1), descending: true } : { property: text, descending: false }
}

/** Tells whether an index begins with the sort keys when it is read forward or backward. */
function startsWith(indexKeys: readonly SortKey[], sortKeys: readonly SortKey[]): boolean {
  const isReversed = indexKeys[0]?.descending !== sortKeys[0]?.descending
  return sortKeys.every(({ property, descending }, index) => {
    const key = indexKeys[index]
    return key?.property === property && key.descending === (descending !== isReversed)
  })
}
