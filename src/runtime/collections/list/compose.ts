import type { SqlValue, Statement } from '../../database.ts'
import type { CollectionPlan } from '../plan.ts'
import type { View } from '../view.ts'
import type { Filter, ListQuery, Scope, SortKey } from './list-query.ts'

/** A value of a composed statement: known when it is composed, or the moment of the request. */
type Parameter = { readonly value: SqlValue } | 'now'

/** The statements of a list, composed once for a question and bound for each request. */
export interface ListStatements {
  readonly rows: Composed
  readonly total: Composed
}

export interface Composed {
  readonly sql: string
  readonly parameters: readonly Parameter[]
}

export function bindStatement({ sql, parameters }: Composed, now: number): Statement {
  return { sql, values: parameters.map((parameter) => (parameter === 'now' ? now : parameter.value)) }
}

/** Columns that every row brings along: a list's ETag and the order need them. */
const ALWAYS = ['id', 'status', 'version', 'updatedAt', 'publishedAt', 'scheduledAt']

/** @param view what the rows show; columns that nobody looks at are not read */
export function composeList(plan: CollectionPlan, query: ListQuery, view: View): ListStatements {
  const { columns } = plan.collection.statements
  const shown = new Set([...view.names, ...ALWAYS])
  const list = Object.entries(columns)
    .filter(([property]) => shown.has(property))
    .map(([property, expression]) => `${expression} AS "${property}"`)
  const where = composeWhere(plan, query)
  const { page, limit } = query.page
  return {
    rows: {
      sql: `SELECT ${list.join(', ')} FROM "${plan.collection.table}"${where.sql} ORDER BY ${composeOrder(plan, query.sort)} LIMIT ? OFFSET ?`,
      parameters: [...where.parameters, { value: limit }, { value: (page - 1) * limit }],
    },
    total: query.filters.length === 0 ? countFromIndex(plan, query.scope) : countRows(plan, where),
  }
}

function composeWhere(plan: CollectionPlan, { scope, filters }: ListQuery): Composed {
  const conditions = [composeScope(plan, scope), ...filters.map((filter) => composeFilter(plan, filter))]
  const { sql, parameters } = all(conditions)
  return { sql: sql === '' ? '' : ` WHERE ${sql}`, parameters }
}

/**
 * What is public is what was published, and what was scheduled and is due. `IN` names the rows of the partial index of
 * the default list, as the index does. The `+` keeps SQLite from looking rows up by their time and sorting afterwards.
 */
function composeScope(plan: CollectionPlan, scope: Scope): Composed {
  const { status, scheduledAt } = plan.collection.statements.columns
  const visible = `${status} IN ('published', 'scheduled')`
  if (scope === 'any') return { sql: '', parameters: [] }
  if (scope === 'draft' || !plan.collection.drafts) return { sql: `${status} = '${scope}'`, parameters: [] }
  if (scope === 'published') {
    return { sql: `${visible} AND (${status} = 'published' OR ${scheduledAt} <= ?)`, parameters: ['now'] }
  }
  return { sql: `${visible} AND ${status} = 'scheduled' AND +${scheduledAt} > ?`, parameters: ['now'] }
}

function composeFilter(plan: CollectionPlan, filter: Filter): Composed {
  if (filter.kind === 'and') return all(filter.filters.map((inner) => composeFilter(plan, inner)))
  if (filter.kind === 'or') {
    const parts = filter.filters.map((inner) => composeFilter(plan, inner))
    const sql = parts.map((part) => `(${part.sql})`).join(' OR ')
    return { sql: `(${sql})`, parameters: parts.flatMap(({ parameters }) => parameters) }
  }
  const { columns } = plan.collection.statements
  const join = plan.byName.get(filter.property)?.field.join ?? null
  if (join !== null) {
    const sql = `EXISTS (SELECT 1 FROM "${join}" WHERE "owner_id" = ${columns.id} AND "target_id" = ?)`
    return { sql, parameters: [{ value: filter.value }] }
  }
  const column = columns[filter.property] ?? ''
  if (filter.value === null) return { sql: `${column} IS NULL`, parameters: [] }
  return { sql: `${column} = ?`, parameters: [{ value: filter.value }] }
}

/** Conditions that all hold; an empty one says nothing. */
function all(conditions: readonly Composed[]): Composed {
  const said = conditions.filter(({ sql }) => sql !== '')
  return {
    sql: said.map(({ sql }) => sql).join(' AND '),
    parameters: said.flatMap(({ parameters }) => parameters),
  }
}

/**
 * Ties are broken by `id`, in the direction of the last key. Ids begin with the time of creation, so that
 * `created_at, id`, as the indexes have it, is the same order.
 */
function composeOrder(plan: CollectionPlan, sort: readonly SortKey[]): string {
  const { columns } = plan.collection.statements
  const descending = sort.at(-1)?.descending ?? false
  const tail = ['createdAt', 'id'].filter((tie) => !sort.some(({ property }) => property === tie))
  const keys = [...sort, ...tail.map((property) => ({ property, descending }))]
  return keys.map((key) => `${columns[key.property]}${key.descending ? ' DESC' : ''}`).join(', ')
}

function countRows(plan: CollectionPlan, where: Composed): Composed {
  return { sql: `SELECT count(*) AS "total" FROM "${plan.collection.table}"${where.sql}`, parameters: where.parameters }
}

/** Whole collections are not counted: triggers keep `content_counts`. Only what is due has to be looked at. */
function countFromIndex(plan: CollectionPlan, scope: Scope): Composed {
  const { name, table, drafts } = plan.collection
  const statuses = scope === 'any' ? '' : ` AND "status" = '${scope}'`
  const stored = `coalesce((SELECT sum("count") FROM "content_counts" WHERE "collection_id" = '${name}'${statuses}), 0)`
  const due = `(SELECT count(*) FROM "${table}" WHERE "status" = 'scheduled' AND "scheduled_at" <= ?)`
  if (!drafts || scope === 'any' || scope === 'draft') return { sql: `SELECT ${stored} AS "total"`, parameters: [] }
  const sign = scope === 'published' ? '+' : '-'
  return { sql: `SELECT ${stored} ${sign} ${due} AS "total"`, parameters: ['now'] }
}
