import type { Composed } from '../query/composed.ts'
import type { Slot } from '../query/slots.ts'
import type { Source } from '../query/sources.ts'
import { type OrderKey, orderSql, RANK } from './keyset.ts'
import type { ListShape } from './list-query.ts'

/** Shape of a list with a search but without a requested order: the best matches come first. */
export type RankedShape = ListShape & { readonly search: Slot; readonly sort: null }

export function isRanked(shape: ListShape): shape is RankedShape {
  return shape.search !== null && shape.sort === null
}

/**
 * Maximum number of ranked matches: those stored last. To find the best of all matches, SQLite would have to read every
 * match; if a word is common, every document can match.
 */
const RANKED_MATCHES = 1000

/** Column of a match's row id, by which its document is found; no field has this name. */
const MATCH = '@match'

/** Column of the rank of the last document on the previous page. */
const LAST = '@last'

/**
 * Composes a table of the documents that match and meet `where`, the last stored ones first, with the columns by which
 * they are sorted.
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

/**
 * Composes a page of the matches, best first; only the documents of the page are read completely. The next page begins
 * after the current rank of the last document, because ranks change with every document that is stored. If that
 * document has been deleted, its rank in the cursor is used.
 * @param table the full-text table
 */
export function composeRanked(
  source: Source,
  shape: RankedShape,
  table: string,
  matches: Composed,
  keys: readonly OrderKey[],
  list: string,
): Composed {
  const order = orderSql(keys)
  const after = composeAfter(source, shape, table)
  const page = `SELECT "${MATCH}", "${RANK}" FROM ${matches.sql}${after?.sql ?? ''} ORDER BY ${order} LIMIT ?${after ? '' : ' OFFSET ?'}`
  return {
    sql: `SELECT ${list} FROM (${page}) ${documentOf(source)} ORDER BY ${order}`,
    parameters: [
      ...matches.parameters,
      ...(after ? [...after.parameters, 'rows' as const] : (['rows', 'offset'] as const)),
    ],
  }
}

function composeAfter(
  { table: sourceTable, columns }: Source,
  { search, after }: RankedShape,
  table: string,
): Composed | null {
  const [rank = null, createdAt = null, id = null] = after ?? []
  if (rank === null || createdAt === null || id === null) return null
  const row = `SELECT rowid FROM "${sourceTable}" WHERE ${columns.id} = ?`
  const current = `SELECT rank FROM "${table}" WHERE "${table}" MATCH ? AND rowid = (${row})`
  return {
    sql: ` CROSS JOIN (SELECT coalesce((${current}), ?) AS "${LAST}") WHERE "${RANK}" > "${LAST}" OR ("${RANK}" = "${LAST}" AND (${columns.createdAt}, ${columns.id}) < (?, ?))`,
    parameters: [search, id, rank, createdAt, id],
  }
}

function documentOf({ table }: Source): string {
  return `CROSS JOIN "${table}" ON "${table}".rowid = "${MATCH}"`
}
