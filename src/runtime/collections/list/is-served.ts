import type { CollectionPlan } from '../plan.ts'
import type { ListShape, SortKey } from './list-query.ts'

/**
 * Tells whether an index has the order of a list: one for each sort key, with equal keys by time of creation, and those
 * that the collection declares. Otherwise matches are sorted.
 */
export function isServed({ collection }: CollectionPlan, { sort, filters }: ListShape): boolean {
  const fixed = new Set(
    filters.flatMap((filter) => (filter.kind === 'compare' && filter.operator === 'eq' ? [filter.property] : [])),
  )
  const wanted = (sort ?? []).filter(({ property }) => !fixed.has(property))
  const [first] = wanted
  if (first === undefined || first.property === 'createdAt' || first.property === 'id') return wanted.length <= 1
  if (wanted.length === 1 && fixed.size === 0) return !UNINDEXED.has(first.property)
  return collection.indexes.some((keys) => {
    const declared = keys.map(keyOf)
    const start = declared.findIndex(({ property }) => !fixed.has(property))
    return (start > 0 || fixed.size === 0) && begins(declared.slice(Math.max(start, 0)), wanted)
  })
}

/** Properties of every document that no index has: few lists are sorted by them. */
const UNINDEXED = new Set(['scheduledAt', 'version'])

function keyOf(text: string): SortKey {
  return text.startsWith('-') ? { property: text.slice(1), descending: true } : { property: text, descending: false }
}

/** An index is read in both directions. */
function begins(declared: readonly SortKey[], wanted: readonly SortKey[]): boolean {
  const turned = declared[0]?.descending !== wanted[0]?.descending
  return wanted.every(({ property, descending }, index) => {
    const key = declared[index]
    return key?.property === property && key.descending === (descending !== turned)
  })
}
