import { sqlText } from '../../../ground/sql-text.ts'
import { all, type Composed } from '../query/composed.ts'
import type { Filter } from '../query/filter.ts'
import type { Source } from '../query/sources.ts'
import type { ListShape } from './list-query.ts'

/** A condition that a list of references contains a given document. */
export interface ItemFilter {
  readonly filter: Filter & { readonly kind: 'compare' }
  /**
   * Join tables in order of precedence: a document's list is in the first table that contains items of the document.
   */
  readonly joins: readonly string[]
}

/** Column with the id of the document that has the item; no field has this name. */
const OWNER = '@owner'

/** Returns the first condition that requires an item in the list of every document; `null` if no condition does. */
export function itemFilterOf(source: Source, { filters }: ListShape): ItemFilter | null {
  for (const filter of filters) {
    if (filter.kind !== 'compare' || filter.operator !== 'eq') continue
    const joins = source.joinsOf(filter.property)
    if (joins.length > 0) return { filter, joins }
  }
  return null
}

/**
 * Composes the source of the documents that have the item in one of the tables. They are found through the item, so
 * that the number of other documents does not matter.
 */
export function fromItem({ table, columns }: Source, { filter, joins }: ItemFilter): Composed {
  const owners = joins.map((join) => `SELECT owner_id AS "${OWNER}" FROM "${join}" WHERE target_id = ?`).join(' UNION ')
  return {
    sql: `(${owners}) CROSS JOIN "${table}" ON ${columns.id} = "${OWNER}"`,
    parameters: joins.map(() => filter.slot),
  }
}

/**
 * Maximum number of documents with an item that are read and sorted, if the list is not in the order of the index of
 * items. If there are more, the index of the requested order is read until enough documents with the item are found,
 * which is soon.
 */
export const FEW = 1000

/**
 * Composes the limit of one of two statements, of which only one returns rows. SQLite evaluates a limit once, before
 * anything else, and reads nothing if the limit is 0.
 */
export function limitIf(holders: 'few' | 'many', { filter, joins }: ItemFilter): Composed {
  const holderRows = joins.map((join) => `SELECT 1 FROM "${join}" WHERE target_id = ?`).join(' UNION ALL ')
  const counted = `SELECT count(*) FROM (${holderRows} LIMIT ${FEW + 1})`
  const condition = `(${counted}) ${holders === 'few' ? '<=' : '>'} ${FEW}`
  return { sql: `CASE WHEN ${condition} THEN ? ELSE 0 END`, parameters: [...joins.map(() => filter.slot), 'rows'] }
}

/** Composes a statement that returns the rows of two statements. */
export function oneOf(first: Composed, second: Composed): Composed {
  return {
    sql: `SELECT * FROM (${first.sql}) UNION ALL SELECT * FROM (${second.sql})`,
    parameters: [...first.parameters, ...second.parameters],
  }
}

/** Tells whether the list is in the order of the index of items: by id, which begins with the time of creation. */
export function isInOrderOfItems({ sort }: ListShape): boolean {
  const [key, ...others] = sort ?? []
  return others.length === 0 && (key?.property === 'createdAt' || key?.property === 'id')
}

/**
 * Composes a page of the documents that have the item, in order of creation or in the opposite order.
 * @param list the selected columns
 */
export function composeByItem(from: Composed, where: Composed, { sort, after }: ListShape, list: string): Composed {
  const [key] = sort ?? []
  const isDescending = key?.descending === true
  // A list sorted by `createdAt` is completed with `id`, and a list sorted by `id` with `createdAt`.
  const lastId = after?.[key?.property === 'id' ? 0 : 1] ?? null
  const range: Composed =
    lastId === null
      ? { sql: '', parameters: [] }
      : { sql: `"${OWNER}" ${isDescending ? '<' : '>'} ?`, parameters: [lastId] }
  const condition = all([where, range])
  const rest = condition.sql === '' ? '' : ` WHERE ${condition.sql}`
  return {
    sql: sqlText`
      SELECT ${list}
      FROM ${from.sql}${rest}
      ORDER BY "${OWNER}"${isDescending ? ' DESC' : ''} LIMIT ?${after ? '' : ' OFFSET ?'}
    `,
    parameters: [
      ...from.parameters,
      ...condition.parameters,
      ...(after ? (['rows'] as const) : (['rows', 'offset'] as const)),
    ],
  }
}
