import { all, type Composed } from './compose-filter.ts'
import type { Filter, ListShape } from './list-query.ts'
import type { Source } from './sources.ts'

/** A condition that a list of references holds one document. */
export interface ItemFilter {
  readonly filter: Filter & { readonly kind: 'compare' }
  /** The list of a document is in the first that holds something for it. */
  readonly joins: readonly string[]
}

/** The document that holds the item; no field has such a name. */
const OWNER = '@owner'

/** The first condition that every document of the list has some item. */
export function itemFilterOf(source: Source, { filters }: ListShape): ItemFilter | null {
  for (const filter of filters) {
    if (filter.kind !== 'compare' || filter.operator !== 'eq') continue
    const joins = source.joinsOf(filter.property)
    if (joins.length > 0) return { filter, joins }
  }
  return null
}

/** Documents that hold the item in one of the tables, found by it, however many others there are. */
export function fromItem({ table, columns }: Source, { filter, joins }: ItemFilter): Composed {
  const owners = joins.map((join) => `SELECT owner_id AS "${OWNER}" FROM "${join}" WHERE target_id = ?`).join(' UNION ')
  return {
    sql: `(${owners}) CROSS JOIN "${table}" ON ${columns.id} = "${OWNER}"`,
    parameters: joins.map(() => filter.slot),
  }
}

/**
 * So many documents that hold an item are read and sorted in another order than theirs. Where there are more, the index
 * of that order is read until enough of them hold it, which is soon.
 */
export const FEW = 1000

/**
 * The limit of one of two statements, of which only one gives rows: SQLite looks at a limit once, before anything else,
 * and reads nothing where it is 0.
 */
export function limitIf(holders: 'few' | 'many', { filter, joins }: ItemFilter): Composed {
  const held = joins.map((join) => `SELECT 1 FROM "${join}" WHERE target_id = ?`).join(' UNION ALL ')
  const counted = `SELECT count(*) FROM (${held} LIMIT ${FEW + 1})`
  const condition = `(${counted}) ${holders === 'few' ? '<=' : '>'} ${FEW}`
  return { sql: `CASE WHEN ${condition} THEN ? ELSE 0 END`, parameters: [...joins.map(() => filter.slot), 'rows'] }
}

/** Union of two statements. */
export function oneOf(first: Composed, second: Composed): Composed {
  return {
    sql: `SELECT * FROM (${first.sql}) UNION ALL SELECT * FROM (${second.sql})`,
    parameters: [...first.parameters, ...second.parameters],
  }
}

/** Tells whether the list is sorted as the index of items is: by id, which begins with the time of creation. */
export function isInOrderOfItems({ sort }: ListShape): boolean {
  const [key, ...others] = sort ?? []
  return others.length === 0 && (key?.property === 'createdAt' || key?.property === 'id')
}

/**
 * A page of the documents that hold the item, in order of creation.
 * @param lastId the slot of the last document that the caller has seen
 */
export function composeByItem(from: Composed, where: Composed, { sort, after }: ListShape, list: string): Composed {
  const [key] = sort ?? []
  const isDescending = key?.descending === true
  // The order is complete with `createdAt` and `id`, whichever of them was asked for.
  const lastId = after?.[key?.property === 'id' ? 0 : 1] ?? null
  const range: Composed =
    lastId === null
      ? { sql: '', parameters: [] }
      : { sql: `"${OWNER}" ${isDescending ? '<' : '>'} ?`, parameters: [lastId] }
  const condition = all([where, range])
  const rest = condition.sql === '' ? '' : ` WHERE ${condition.sql}`
  return {
    sql: `SELECT ${list} FROM ${from.sql}${rest} ORDER BY "${OWNER}"${isDescending ? ' DESC' : ''} LIMIT ?${after ? '' : ' OFFSET ?'}`,
    parameters: [
      ...from.parameters,
      ...condition.parameters,
      ...(after ? (['rows'] as const) : (['rows', 'offset'] as const)),
    ],
  }
}
