import { asc, desc, type SQL, sql } from 'drizzle-orm'
import { type Cursor, type CursorKey, ID_KEY } from '../runtime/kit.ts'

/** Sort keys of lists over all collections. */
export const SORTABLE = ['createdAt', 'updatedAt', 'publishedAt', 'title'] as const

export type SortKey = (typeof SORTABLE)[number]

/** A sort order; a leading `-` sorts descending. */
export type Sort = SortKey | `-${SortKey}`

/** Columns by their names in the result, because the ORDER BY of a UNION cannot refer to tables. */
const COLUMNS: { readonly [Key in SortKey]: SQL } = {
  createdAt: sql`created_at`,
  updatedAt: sql`updated_at`,
  publishedAt: sql`published_at`,
  title: sql`title COLLATE NOCASE`,
}

export function sortKeyOf(sort: Sort): SortKey {
  return sort.replace('-', '') as SortKey // a sort is a sort key, or one after `-`
}

/** Returns the reverse sort order. */
export function oppositeOf(sort: Sort): Sort {
  return sort.startsWith('-') ? sortKeyOf(sort) : `-${sortKeyOf(sort)}`
}

/** Returns the sort keys that a cursor of this order stores, with their types; the id is the last one. */
export function cursorKeysOf(sort: Sort): readonly CursorKey[] {
  const name = sortKeyOf(sort)
  return [{ type: name === 'title' ? 'string' : 'number', nullable: isNullable(name) }, ID_KEY]
}

function isNullable(name: SortKey): boolean {
  return name === 'title' || name === 'publishedAt'
}

/**
 * Returns the ORDER BY terms with a tie-break. With `afterwards`, SQLite sorts the rows after finding them: the plus
 * sign prevents it from reading them in order from an index.
 */
export function orderOf(sort: Sort, { afterwards }: { readonly afterwards: boolean }): SQL[] {
  const direction = sort.startsWith('-') ? desc : asc
  const key = COLUMNS[sortKeyOf(sort)]
  return [direction(afterwards ? sql`+${key}` : key), direction(sql`id`)]
}

/**
 * Returns conditions for the documents after a given one, as disjoint ranges, each in one index. In ascending order,
 * missing values come first.
 * @param after the document's key and id
 */
export function rangesAfter(sort: Sort, [key = null, id = null]: Cursor['after']): readonly SQL[] {
  const descends = sort.startsWith('-')
  const name = sortKeyOf(sort)
  const column = COLUMNS[name]
  const beyond = sql.raw(descends ? '<' : '>')
  const missing = sql`${column} IS NULL`
  if (key !== null) {
    // SQLite uses an index for row values only if they are bare columns, without another collation.
    const later =
      name === 'title'
        ? sql`${column} ${beyond}= ${key} AND (${column} ${beyond} ${key} OR id ${beyond} ${id})`
        : sql`(${column}, id) ${beyond} (${key}, ${id})`
    return [later, ...(descends && isNullable(name) ? [missing] : [])]
  }
  const rest = sql`${missing} AND id ${beyond} ${id}`
  return descends ? [rest] : [rest, sql`${column} IS NOT NULL`]
}
