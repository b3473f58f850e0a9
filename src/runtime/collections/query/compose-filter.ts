import { literal } from '../../../ground/sql.ts'
import { sqlText } from '../../../ground/sql-text.ts'
import type { Status } from '../document/row.ts'
import type { Composed } from './composed.ts'
import { all, EMPTY } from './composed.ts'
import type { Comparison, Filter, Scope } from './filter.ts'
import type { Slot } from './slots.ts'
import type { Source, Sources } from './sources.ts'

/**
 * Composes the condition for the publication state. A document counts as published if it was published, or if it is
 * scheduled and due. `IN` lists the statuses exactly as the partial index of the default list does. The `+` prevents
 * SQLite from finding rows by their time and then sorting them.
 */
export function composeScope({ columns, drafts }: Source, scope: Scope): Composed {
  const { status, scheduledAt } = columns
  const visible = `${status} IN ('published', 'scheduled')`
  if (scope === 'any' || status === undefined) return EMPTY
  if (scope === 'draft' || !drafts) return { sql: `${status} = '${scope}'`, parameters: [] }
  if (scope === 'published') {
    return { sql: `${visible} AND (${status} = 'published' OR ${scheduledAt} <= ?)`, parameters: ['now'] }
  }
  return { sql: `${visible} AND ${status} = 'scheduled' AND +${scheduledAt} > ?`, parameters: ['now'] }
}

export function composeFilter(filter: Filter, source: Source, sources: Sources): Composed {
  switch (filter.kind) {
    case 'nothing':
      return { sql: '0', parameters: [] }
    case 'shown':
      return { sql: shownSql(source, filter.locale), parameters: [] }
    case 'searched':
      return composeSearched(filter, source)
    case 'translation':
      return { sql: `${source.translationIn(filter.locale)} = ${literal(filter.state)}`, parameters: [] }
    case 'and':
      return all(filter.filters.map((inner) => composeFilter(inner, source, sources)))
    case 'or':
      return composeOr(filter.filters.map((inner) => composeFilter(inner, source, sources)))
    case 'status':
      return composeStatus(filter.statuses, source)
    case 'target':
      return composeTarget(filter, source, sources)
    case 'null':
      return composeNull(filter.property, filter.isNull, source)
    case 'compare': {
      const joins = source.joinsOf(filter.property)
      return joins.length === 0 ? composeComparison(filter, source) : composeItems(filter, joins, source)
    }
  }
}

/** Returns the condition that a document is shown in a locale. */
export function shownSql({ columns: { publishedLocales } }: Source, locale: string): string {
  if (locale === '*') return `(${publishedLocales} IS NULL OR ${publishedLocales} <> '[]')`
  return `(${publishedLocales} IS NULL OR instr(${publishedLocales}, ${literal(JSON.stringify(locale))}) > 0)`
}

/**
 * Composes the condition that the search matches a column that is not localized, or in which the document has a value
 * of its own, because the index also contains fallback values.
 */
function composeSearched({ always, localized, slot }: Filter & { kind: 'searched' }, source: Source): Composed {
  const { table, columns } = named(source)
  const index = `"${table}_fts"`
  const ownColumns = localized.map(({ property, column }) => ({ isThere: `${columns[property]} IS NOT NULL`, column }))
  const names = ownColumns.map(
    ({ isThere, column }) => `CASE WHEN ${isThere} THEN ${literal(` "${column}"`)} ELSE '' END`,
  )
  const searched = [literal(always.map((column) => `"${column}"`).join(' ')), ...names].join(' || ')
  const match = sqlText`
    SELECT 1
    FROM ${index}
    WHERE ${index} MATCH '{' || ${searched} || '} : (' || ? || ')' AND rowid = "${table}".rowid
  `
  const isAny = always.length > 0 ? '1' : ownColumns.map(({ isThere }) => isThere).join(' OR ')
  return { sql: `CASE WHEN ${isAny} THEN EXISTS (${match}) ELSE 0 END`, parameters: [slot] }
}

function composeStatus(statuses: readonly Status[], source: Source): Composed {
  if (statuses.length === 0) return { sql: '0', parameters: [] }
  return composeOr(statuses.map((status) => composeScope(source, status)))
}

/** Joins conditions with OR; an empty condition is always true. */
export function composeOr(parts: readonly Composed[]): Composed {
  return {
    sql: `(${parts.map(({ sql }) => `(${sql === '' ? '1' : sql})`).join(' OR ')})`,
    parameters: parts.flatMap(({ parameters }) => parameters),
  }
}

function composeTarget(filter: Filter & { kind: 'target' }, source: Source, sources: Sources): Composed {
  const target = named(sources(filter.target))
  const inner = all([
    composeScope(target, filter.scope),
    ...filter.filters.map((condition) => composeFilter(condition, target, sources)),
  ])
  const where = inner.sql === '' ? '' : ` WHERE ${inner.sql}`
  const found = (id: string) => `IN (SELECT ${id} FROM "${target.table}"${where})`
  const { id = '' } = target.columns
  const { [filter.property]: column = '' } = source.columns
  const joins = source.joinsOf(filter.property)
  if (joins.length > 0) return holds(joins, source, { sql: found(id), parameters: inner.parameters })
  // The plus sign removes the id's type affinity, because the index of an expression has none. Otherwise SQLite would
  // not use the index.
  return { sql: `${column} ${found(isExpression(column) ? `+${id}` : id)}`, parameters: inner.parameters }
}

/**
 * Prefixes columns with their table. In the subquery of a condition, SQLite would otherwise take a column that is
 * missing from this table from the outer table.
 */
function named(source: Source): Source {
  const columns = Object.entries(source.columns).map(([name, sql]) => [
    name,
    sql.startsWith('[') ? `"${source.table}".${sql}` : sql,
  ])
  return { ...source, columns: Object.fromEntries(columns) }
}

type Compare = Filter & { readonly kind: 'compare' }

/**
 * SQL of each comparison. `ne` and `nin` also match documents without a value, the others do not. `contains`,
 * `startsWith` and `endsWith` ignore the case of ASCII letters, as `lower` does. They do not use LIKE, which rejects
 * patterns over 50 bytes.
 */
const COMPARISONS: { readonly [Name in Comparison]: (column: string) => string } = {
  eq: (column) => `${column} = ?`,
  ne: (column) => `${column} IS NOT ?`,
  gt: (column) => `${column} > ?`,
  gte: (column) => `${column} >= ?`,
  lt: (column) => `${column} < ?`,
  lte: (column) => `${column} <= ?`,
  in: (column) => `${column} IN (SELECT value FROM json_each(?))`,
  nin: (column) => `(${column} IS NULL OR ${column} NOT IN (SELECT value FROM json_each(?)))`,
  contains: (column) => `instr(lower(${column}), ?) > 0`,
  startsWith: (column) => `instr(lower(${column}), ?) = 1`,
  endsWith: (column) =>
    `substr(CAST(lower(${column}) AS BLOB), 1 + length(CAST(${column} AS BLOB)) - length(CAST(? AS BLOB))) = CAST(? AS BLOB)`,
}

function composeComparison({ property, operator, slot }: Compare, source: Source): Composed {
  const isNegative = operator === 'ne' || operator === 'nin'
  const column = source.columns[property] ?? ''
  if (!mayBeEarly(property, source)) return valued(COMPARISONS[operator](column), slot)
  if (!isNegative) return all([valued(COMPARISONS[operator](column), slot), composeDue(source)])
  const early = composeEarly(source)
  const comparison = valued(COMPARISONS[operator](column), slot)
  return composeOr([early, comparison])
}

function composeNull(property: string, isNull: boolean, source: Source): Composed {
  const joins = source.joinsOf(property)
  if (joins.length > 0) {
    const { sql, parameters } = holds(joins, source, { sql: 'IS NOT NULL', parameters: [] })
    return { sql: isNull ? `NOT ${sql}` : sql, parameters }
  }
  const column = source.columns[property] ?? ''
  const test: Composed = { sql: isNull ? `${column} IS NULL` : presentSql(column), parameters: [] }
  if (!mayBeEarly(property, source)) return test
  return isNull ? composeOr([test, composeEarly(source)]) : all([test, composeDue(source)])
}

/**
 * Returns the condition that a value exists. An index on an expression is only used for a comparison; no value is less
 * than -9e999.
 */
export function presentSql(column: string): string {
  return isExpression(column) ? `${column} >= -9e999` : `${column} IS NOT NULL`
}

/** Tells whether a column is the expression of a localized field with its fallbacks. */
function isExpression(column: string): boolean {
  return column.startsWith('coalesce')
}

/**
 * Tells whether a property's column may contain a future time although the property has none yet: `published_at` of a
 * scheduled document contains the scheduled time.
 */
function mayBeEarly(property: string, { drafts }: Source): boolean {
  return drafts && property === 'publishedAt'
}

function composeEarly({ columns }: Source): Composed {
  return { sql: `${columns.status} = 'scheduled' AND ${columns.scheduledAt} > ?`, parameters: ['now'] }
}

/**
 * Composes the condition that a document is not scheduled, or is due. Because of the plus signs, SQLite can use the
 * index of the time.
 */
function composeDue({ columns }: Source): Composed {
  return { sql: `(+${columns.status} <> 'scheduled' OR +${columns.scheduledAt} <= ?)`, parameters: ['now'] }
}

function composeItems({ operator, slot }: Compare, joins: readonly string[], source: Source): Composed {
  const isMany = operator === 'in' || operator === 'nin'
  const condition = { sql: isMany ? 'IN (SELECT value FROM json_each(?))' : '= ?', parameters: [slot] }
  const { sql, parameters } = holds(joins, source, condition)
  return { sql: operator === 'ne' || operator === 'nin' ? `NOT ${sql}` : sql, parameters }
}

/**
 * Composes the condition that an item of the list meets `condition`. The list is in the first table that contains items
 * of the document.
 */
function holds(joins: readonly string[], source: Source, condition: Composed): Composed {
  const [join = '', ...others] = joins
  const items = `SELECT 1 FROM "${join}" WHERE "${join}"."owner_id" = ${source.columns.id}`
  const match = `EXISTS (${items} AND "${join}"."target_id" ${condition.sql})`
  if (others.length === 0) return { sql: match, parameters: condition.parameters }
  const { sql, parameters } = holds(others, source, condition)
  return {
    sql: `(${match} OR (NOT EXISTS (${items}) AND ${sql}))`,
    parameters: [...condition.parameters, ...parameters],
  }
}

function valued(sql: string, slot: Slot): Composed {
  return { sql, parameters: Array.from({ length: sql.split('?').length - 1 }, () => slot) }
}
