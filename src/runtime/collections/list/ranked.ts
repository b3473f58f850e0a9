import { type Composed, composeOr } from './compose-filter.ts'
import { type OrderKey, orderSql, RANK, rangesAfter } from './keyset.ts'
import type { ListShape, Slot } from './list-query.ts'
import type { Source } from './sources.ts'

/** A search that gives its own order. */
export type RankedShape = ListShape & { readonly search: Slot; readonly sort: null }

export function isRanked(shape: ListShape): shape is RankedShape {
  return shape.search !== null && shape.sort === null
}

/**
 * Matches that are ranked: those stored last. To find the best of all, SQLite would have to look at every one of them,
 * which for a common word are as many as there are documents.
 */
const RANKED_MATCHES = 1000

/** The row of a match, by which its document is found; no field has such a name. */
const MATCH = '@match'

/**
 * A table of the documents that match and hold `where`, the last stored first, with what orders them.
 * @param table the full-text table
 */
export function composeMatches(source: Source, { search }: RankedShape, table: string, where: Composed): Composed {
  const { createdAt, id } = source.columns
  const matches = `SELECT rowid AS "${MATCH}", rank AS "${RANK}" FROM "${table}" WHERE "${table}" MATCH ?`
  const condition = where.sql === '' ? '' : ` WHERE ${where.sql}`
  return {
    sql: `(SELECT "${MATCH}", "${RANK}", ${createdAt}, ${id} FROM (${matches}) ${documentOf(source)}${condition} ORDER BY "${MATCH}" DESC LIMIT ${RANKED_MATCHES})`,
    parameters: [search, ...where.parameters],
  }
}

/** A page of the matches, best first; only its documents are read whole. */
export function composeRanked(
  source: Source,
  { after }: RankedShape,
  matches: Composed,
  keys: readonly OrderKey[],
  list: string,
): Composed {
  const range = after && composeOr(rangesAfter(keys, after))
  const order = orderSql(keys)
  const page = `SELECT "${MATCH}", "${RANK}" FROM ${matches.sql}${range ? ` WHERE ${range.sql}` : ''} ORDER BY ${order} LIMIT ?${range ? '' : ' OFFSET ?'}`
  return {
    sql: `SELECT ${list} FROM (${page}) ${documentOf(source)} ORDER BY ${order}`,
    parameters: [
      ...matches.parameters,
      ...(range ? [...range.parameters, 'rows' as const] : (['rows', 'offset'] as const)),
    ],
  }
}

function documentOf({ table }: Source): string {
  return `CROSS JOIN "${table}" ON "${table}".rowid = "${MATCH}"`
}
