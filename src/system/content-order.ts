import { asc, desc, type SQL, sql } from 'drizzle-orm'
import { type Cursor, type CursorKey, ID_KEY } from '../runtime/kit.ts'

/** Orders of lists over all collections. */
export const SORTABLE = ['createdAt', 'updatedAt', 'publishedAt', 'title'] as const

export type SortKey = (typeof SORTABLE)[number]

/** A leading `-` descends. */
export type Sort = SortKey | `-${SortKey}`

/** By columns of the result, as a union wants it. */
const COLUMNS: { readonly [Key in SortKey]: SQL } = {
  createdAt: sql`created_at`,
  updatedAt: sql`updated_at`,
  publishedAt: sql`published_at`,
  title: sql`title COLLATE NOCASE`,
}

export function sortKeyOf(sort: Sort): SortKey {
  return sort.replace('-', '') as SortKey // what a sort is made of
}

/** The same documents from the end. */
export function oppositeOf(sort: Sort): Sort {
  return sort.startsWith('-') ? sortKeyOf(sort) : `-${sortKeyOf(sort)}`
}

/** Values of the keys of an order. */
export function cursorKeysOf(sort: Sort): readonly CursorKey[] {
  const name = sortKeyOf(sort)
  return [{ type: name === 'title' ? 'string' : 'number', nullable: isNullable(name) }, ID_KEY]
}

function isNullable(name: SortKey): boolean {
  return name === 'title' || name === 'publishedAt'
}

/** The order with its tie-break. `afterwards`: of rows that were found in another order; the plus sign says so. */
export function orderOf(sort: Sort, { afterwards }: { readonly afterwards: boolean }): SQL[] {
  const direction = sort.startsWith('-') ? desc : asc
  const key = COLUMNS[sortKeyOf(sort)]
  return [direction(afterwards ? sql`+${key}` : key), direction(sql`id`)]
}

/**
 * The documents after one, as ranges that share no row: each is one of an index. Missing values come first.
 * @param after the document's own key and id
 */
export function rangesAfter(sort: Sort, [key = null, id = null]: Cursor['after']): readonly SQL[] {
  const descends = sort.startsWith('-')
  const name = sortKeyOf(sort)
  const column = COLUMNS[name]
  const beyond = sql.raw(descends ? '<' : '>')
  const missing = sql`${column} IS NULL`
  if (key !== null) {
    // SQLite seeks a row of values by bare columns only, not by one with another collation.
    const later =
      name === 'title'
        ? sql`${column} ${beyond}= ${key} AND (${column} ${beyond} ${key} OR id ${beyond} ${id})`
        : sql`(${column}, id) ${beyond} (${key}, ${id})`
    return [later, ...(descends && isNullable(name) ? [missing] : [])]
  }
  const rest = sql`${missing} AND id ${beyond} ${id}`
  return descends ? [rest] : [rest, sql`${column} IS NOT NULL`]
}
