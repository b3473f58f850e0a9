import { presentSql } from '../query/compose-filter.ts'
import { all, type Composed, type Parameter } from '../query/composed.ts'
import type { Slot } from '../query/slots.ts'
import type { SortKey } from './list-query.ts'

/** A sort key, as SQL. */
export interface OrderKey {
  readonly property: string
  readonly sql: string
  readonly descending: boolean
  readonly nullable: boolean
}

/** Sort key for the relevance of a match; no field has this name. */
export const RANK = '@rank'

/** Properties that have a value in every document. */
const NEVER_NULL = new Set(['id', 'createdAt', 'updatedAt', 'version', RANK])

/** Tells whether a document may lack the property. */
export function isNullable(property: string): boolean {
  return !NEVER_NULL.has(property)
}

/**
 * Completes the order of a list: the requested keys, then `createdAt` and `id`, in the direction of the last key. This
 * is also the order of the indexes.
 */
export function completeOrder(sort: readonly SortKey[] | null): readonly SortKey[] {
  if (sort === null) return BY_RANK
  const descending = sort.at(-1)?.descending ?? false
  const tail = ['createdAt', 'id'].filter((tie) => !sort.some(({ property }) => property === tie))
  return [...sort, ...tail.map((property) => ({ property, descending }))]
}

/**
 * Order of search results: best first, and newest first among equally good ones. The lower the rank, the better the
 * match.
 */
const BY_RANK: readonly SortKey[] = [
  { property: RANK, descending: false },
  { property: 'createdAt', descending: true },
  { property: 'id', descending: true },
]

/**
 * Returns the keys of an order as SQL.
 * @param columns SQL of each property, including the rank of a search
 */
export function orderKeys(sort: readonly SortKey[] | null, columns: Readonly<Record<string, string>>): OrderKey[] {
  return completeOrder(sort).map((key) => ({
    ...key,
    sql: columns[key.property] ?? '',
    nullable: isNullable(key.property),
  }))
}

export function orderSql(keys: readonly OrderKey[]): string {
  return keys.map(({ sql, descending }) => `${sql}${descending ? ' DESC' : ''}`).join(', ')
}

/** Range of documents after a given one. */
export interface Range {
  readonly condition: Composed
  /**
   * Sort keys whose values differ within the range. The others are constant in it, and no index covers an order by a
   * constant.
   */
  readonly keys: readonly OrderKey[]
}

/**
 * Returns the ranges of documents after a given document, in order and without overlap. Each is one range of an index,
 * which a single condition with OR would not be. Missing values come first, as in SQLite.
 * @param after the values of the given document, as a slot for each key
 */
export function rangesAfter(keys: readonly OrderKey[], after: readonly (Slot | null)[]): Range[] {
  const ranges: Range[] = []
  let start = keys.length
  while (start > 0) {
    const from = blockStart(keys, start)
    const prefix = keys.slice(0, from).map((key, index) => equals(key, after[index] ?? null))
    const block = keys.slice(from, start)
    for (const { condition, keys: blockKeys } of beyondBlock(block, after.slice(from, start)))
      ranges.push({ condition: all([...prefix, condition]), keys: [...blockKeys, ...keys.slice(start)] })
    start = from
  }
  return ranges
}

/**
 * Returns the start of the block of keys that are compared as one row: adjacent keys of the same direction that are
 * never null.
 */
function blockStart(keys: readonly OrderKey[], end: number): number {
  let start = end - 1
  while (
    start > 0 &&
    !keys[start]?.nullable &&
    !keys[start - 1]?.nullable &&
    keys[start - 1]?.descending === keys[start]?.descending
  ) {
    start -= 1
  }
  return start
}

function beyondBlock(block: readonly OrderKey[], after: readonly (Slot | null)[]): Range[] {
  const [key] = block
  if (!key) return []
  const sign = key.descending ? '<' : '>'
  const columns = block.map(({ sql }) => sql).join(', ')
  const isRow = block.length > 1
  if (after[0] === null)
    return key.descending ? [] : [{ condition: { sql: presentSql(key.sql), parameters: [] }, keys: block }]
  const parameters = after.filter((slot): slot is Slot => slot !== null)
  const marks = parameters.map(() => '?').join(', ')
  const beyond = { sql: isRow ? `(${columns}) ${sign} (${marks})` : `${key.sql} ${sign} ?`, parameters }
  const missing: Range = { condition: { sql: `${key.sql} IS NULL`, parameters: [] }, keys: [] }
  return [{ condition: beyond, keys: block }, ...(key.nullable && key.descending ? [missing] : [])]
}

function equals({ sql }: OrderKey, slot: Slot | null): Composed {
  const parameters: readonly Parameter[] = slot === null ? [] : [slot]
  return { sql: slot === null ? `${sql} IS NULL` : `${sql} = ?`, parameters }
}
