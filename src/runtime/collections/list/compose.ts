import { sqlText } from '../../../ground/sql-text.ts'
import { limitAt } from '../../isolate/position.ts'
import type { CollectionPlan } from '../document/plan.ts'
import { composeFilter, composeOr, composeScope, shownSql } from '../query/compose-filter.ts'
import { all, type Composed, EMPTY, numbered, type Parameter } from '../query/composed.ts'
import type { Scope } from '../query/filter.ts'
import type { Source, Sources } from '../query/sources.ts'
import { hasDraftSql } from '../request/pending-mark.ts'
import type { View } from '../request/view.ts'
import { composeByItem, fromItem, type ItemFilter, isInOrderOfItems, itemFilterOf, limitIf, oneOf } from './by-item.ts'
import { type OrderKey, orderKeys, orderSql, RANK, type Range, rangesAfter } from './keyset.ts'
import type { ListShape } from './list-query.ts'
import { isOrderedByIndex } from './ordered-by-index.ts'
import { composeMatches, composeRanked, isRanked } from './ranked.ts'

/** Statements of a list. They are composed once for each shape and bound for each request. */
export interface ListStatements {
  readonly rows: Composed
  /**
   * Selects one row: `total`, if requested, and `next`, the time of the next scheduled publication, if any can occur.
   */
  readonly facts: Composed | null
  /** Columns of the last row whose values a cursor contains: all sort keys in order, including the final `id`. */
  readonly keyNames: readonly string[]
}

/** Columns that every row includes, because a list's ETag and order need them. */
const ALWAYS = ['id', 'status', 'version', 'updatedAt', 'publishedAt', 'scheduledAt']

/** Maximum number of parts in a compound SELECT, set by SQLite in D1. */
const MAX_PARTS = 5

/**
 * Composes the statements of a list.
 * @param view the properties that rows show; other columns are not read
 */
export function composeList(plan: CollectionPlan, shape: ListShape, view: View, sources: Sources): ListStatements {
  const source = sources(plan.collection.name)
  const keys = orderKeys(shape.sort, { ...source.columns, [RANK]: `"${RANK}"` })
  const context = { plan, source, shape, sources }
  const shown = new Set([...view.names, ...(view.reads ?? []), ...ALWAYS])
  // Most sort keys are shown anyway and need no second column.
  const keyNames = keys.map(({ property }, index) => (shown.has(property) ? property : `@${index}`))
  const facts = composeFacts(context)
  const rows = composeRows(
    context,
    keys,
    selectList(shownColumns(plan, source, view), shown, keys, keyNames),
    facts === null,
  )
  return {
    keyNames,
    rows: numbered(rows),
    facts: facts && numbered(facts),
  }
}

interface Context {
  readonly plan: CollectionPlan
  readonly source: Source
  readonly shape: ListShape
  readonly sources: Sources
}

/** Returns the columns that the rows may show. */
function shownColumns({ collection }: CollectionPlan, { columns }: Source, { names }: View): Source['columns'] {
  return names.has('hasDraft') ? { ...columns, hasDraft: hasDraftSql(collection) } : columns
}

function selectList(
  columns: Readonly<Record<string, string>>,
  shown: ReadonlySet<string>,
  keys: readonly OrderKey[],
  keyNames: readonly string[],
): string {
  const list = Object.entries(columns).filter(([property]) => shown.has(property))
  const hidden = keys.flatMap(({ property, sql }, index) => (shown.has(property) ? [] : [[keyNames[index], sql]]))
  return [...list, ...hidden].map(([name, sql]) => `${sql} AS "${name}"`).join(', ')
}

/**
 * Composes the statement that reads the rows of a page.
 * @param isGuard true if the rows check the position of the ledger; otherwise the facts do
 */
function composeRows(context: Context, keys: readonly OrderKey[], list: string, isGuard: boolean): Composed {
  const { source, shape } = context
  const item = isRanked(shape) ? null : itemFilterOf(source, shape)
  const listed = composeListed(context, item)
  const guard = isGuard ? guarded : (rows: Composed) => rows
  if (isRanked(shape)) return guard(composeRanked(source, shape, searchTable(context), listed.from, keys, list))
  const inOrder = (from: Listed, limit: Composed) => composeInOrder(context, from, keys, list, limit)
  if (item === null) return inOrder(listed, isGuard ? GUARDED_LIMIT : LIMIT)
  if (item.joins.length === 1 && isInOrderOfItems(shape))
    return guard(composeByItem(listed.from, listed.where, shape, list))
  return guard(
    oneOf(inOrder(listed, limitIf('few', item)), inOrder(composeListed(context, null), limitIf('many', item))),
  )
}

const LIMIT: Composed = { sql: '?', parameters: ['rows'] }
const GUARDED_LIMIT: Composed = { sql: limitAt('?', '?'), parameters: ['position', 'rows'] }

/**
 * Composes the statement that reads the rows in the order of the keys.
 * @param limit SQL of the number of rows
 */
function composeInOrder(
  context: Context,
  { from, where }: Listed,
  keys: readonly OrderKey[],
  list: string,
  limit: Composed,
): Composed {
  const { source, shape } = context
  const isSorted = !isOrderedByIndex(context.plan, shape)
  const select = (range: Range, part: string, bounds: readonly Parameter[]): Composed => {
    const { sql, parameters } = all([where, range.condition])
    // A range in which no key differs contains at most one document.
    const order = range.keys.length === 0 ? '' : ` ORDER BY ${orderSql(range.keys)}`
    const condition = sql === '' ? '' : ` WHERE ${sql}`
    const rest = `FROM ${from.sql}${condition}${order} ${part}`
    return {
      sql: isSorted ? readAfterSorting(source, list, rest, order) : `SELECT ${list} ${rest}`,
      parameters: [...from.parameters, ...parameters, ...bounds],
    }
  }
  if (shape.after === null)
    return select({ condition: EMPTY, keys }, `LIMIT ${limit.sql} OFFSET ?`, [...limit.parameters, 'offset'])
  const ranges = rangesAfter(keys, shape.after)
  const page = (range: Range) => select(range, `LIMIT ${limit.sql}`, limit.parameters)
  const [only] = ranges
  if (only && ranges.length === 1) return page(only)
  if (ranges.length > MAX_PARTS) return page({ condition: composeOr(ranges.map(({ condition }) => condition)), keys })
  const parts = ranges.map(page)
  return {
    // SQLite reads the parts of UNION ALL one after the other, and stops at the limit.
    sql: `${parts.map(({ sql }) => `SELECT * FROM (${sql})`).join(' UNION ALL ')} LIMIT ?`,
    parameters: [...parts.flatMap(({ parameters }) => parameters), 'rows'],
  }
}

/** Composes a statement that sorts row ids first, so that only the rows of the page are read completely. */
function readAfterSorting({ table }: Source, list: string, rest: string, order: string): string {
  const page = `SELECT "${table}".rowid AS "@row" ${rest}`
  return `SELECT ${list} FROM (${page}) CROSS JOIN "${table}" ON "${table}".rowid = "@row"${order}`
}

/** FROM and WHERE of the listed rows, before sorting. */
interface Listed {
  readonly from: Composed
  readonly where: Composed
}

/**
 * Composes FROM and WHERE of the listed rows.
 * @param item the condition through which documents are found. It need not be repeated if there is only one join table
 */
function composeListed(context: Context, item: ItemFilter | null): Listed {
  const { source, shape, sources } = context
  const table = searchTable(context)
  const filters = shape.filters.filter((filter) => filter !== item?.filter || item.joins.length > 1)
  const where = all([
    composeScope(source, shape.scope),
    ...filters.map((filter) => composeFilter(filter, source, sources)),
  ])
  if (isRanked(shape)) return { from: composeMatches(source, shape, table, where), where: EMPTY }
  return {
    from: item ? fromItem(source, item) : { sql: `"${source.table}"`, parameters: [] },
    where: all([composeSearch(source, shape, table), where]),
  }
}

function searchTable({ plan }: Context): string {
  return `${plan.collection.table}_fts`
}

/** Composes the condition that the search matches, for lists that are not sorted by rank. */
function composeSearch(source: Source, { search }: ListShape, table: string): Composed {
  if (search === null) return EMPTY
  const matches = `SELECT rowid FROM "${table}" WHERE "${table}" MATCH ?`
  return { sql: `"${source.table}".rowid IN (${matches})`, parameters: [search] }
}

/** Wraps a statement that has limits of its own in a check of the ledger's position. */
function guarded({ sql, parameters }: Composed): Composed {
  return { sql: `SELECT * FROM (${sql}) LIMIT ${limitAt('?')}`, parameters: [...parameters, 'position'] }
}

function composeFacts(context: Context): Composed | null {
  const { plan, shape } = context
  const facts = [
    ...(shape.counts ? [composeTotal(context)] : []),
    ...(plan.collection.drafts && shape.scope === 'published' ? [nextPublication(plan)] : []),
  ]
  if (facts.length === 0) return null
  return {
    sql: `SELECT ${facts.map(({ sql }) => sql).join(', ')} LIMIT ${limitAt('?')}`,
    parameters: [...facts.flatMap(({ parameters }) => parameters), 'position'],
  }
}

/** Composes the SQL that selects the earliest scheduled publication, from the index of scheduled documents. */
function nextPublication({ collection: { table } }: CollectionPlan): Composed {
  const next = sqlText`
    SELECT scheduled_at
    FROM "${table}"
    WHERE status = 'scheduled' AND scheduled_at > ?
    ORDER BY scheduled_at LIMIT 1
  `
  return { sql: `(${next}) AS "next"`, parameters: ['now'] }
}

function composeTotal(context: Context): Composed {
  const { plan, source, shape } = context
  if (shape.search === null && shape.filters.every(({ kind }) => kind === 'shown')) {
    const stored = readCounts(plan, shape.scope)
    const [filter] = shape.filters
    return filter?.kind === 'shown' ? withoutRestricted(source, shape.scope, filter.locale, stored) : stored
  }
  const { from, where } = composeListed(context, isRanked(shape) ? null : itemFilterOf(source, shape))
  const condition = where.sql === '' ? '' : ` WHERE ${where.sql}`
  return {
    sql: `(SELECT count(*) FROM ${from.sql}${condition}) AS "total"`,
    parameters: [...from.parameters, ...where.parameters],
  }
}

/**
 * Composes a total without the documents that are not shown in a locale. These are found through an index of their own
 * and subtracted from the stored total.
 */
function withoutRestricted(source: Source, scope: Scope, locale: string, stored: Composed): Composed {
  const hidden = `${source.columns.publishedLocales} IS NOT NULL AND NOT ${shownSql(source, locale)}`
  const where = all([{ sql: hidden, parameters: [] }, composeScope(source, scope)])
  const counted = stored.sql.replace(/ AS "total"$/, '')
  return {
    sql: `${counted} - (SELECT count(*) FROM "${source.table}" WHERE ${where.sql}) AS "total"`,
    parameters: [...stored.parameters, ...where.parameters],
  }
}

/**
 * Composes the SQL that reads the number of all documents of a collection from `content_counts`, which triggers
 * maintain. Only due documents have to be counted.
 */
function readCounts(plan: CollectionPlan, scope: Scope): Composed {
  const { name, table, drafts } = plan.collection
  const statuses = scope === 'any' ? '' : ` AND status = '${scope}'`
  const stored = `coalesce((SELECT sum(count) FROM content_counts WHERE collection_id = '${name}'${statuses}), 0)`
  const due = `(SELECT count(*) FROM "${table}" WHERE status = 'scheduled' AND scheduled_at <= ?)`
  if (!drafts || scope === 'any' || scope === 'draft') return { sql: `${stored} AS "total"`, parameters: [] }
  const sign = scope === 'published' ? '+' : '-'
  return { sql: `${stored} ${sign} ${due} AS "total"`, parameters: ['now'] }
}
