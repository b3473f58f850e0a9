import type { Decision, Filled } from '../../access.ts'
import { batch, type SqlValue } from '../../database.ts'
import { type Call, render, requireDecision, variantOf } from '../call.ts'
import { listTag } from '../etag.ts'
import type { CollectionPlan } from '../plan.ts'
import { send } from '../respond.ts'
import { settle } from '../row.ts'
import { encoderOf } from '../storage.ts'
import { isSystemProperty, SYSTEM_PROPERTIES } from '../system-properties.ts'
import { narrow, type View, writeDocument } from '../view.ts'
import { bindStatement, composeList, type ListStatements } from './compose.ts'
import type { Filter, ListQuery, Scope } from './list-query.ts'
import { type Page, paginationText } from './pagination.ts'
import { parseListQuery } from './parse.ts'

/** `GET /api/<collection>` */
export async function list(call: Call): Promise<Response> {
  const { view, page, statements } = preparedList(call)
  const [rows = [], [count] = []] = await batch(call.runtime.env.DB, [
    bindStatement(statements.rows, call.now),
    bindStatement(statements.total, call.now),
  ])
  const documents = rows.map((row) => settle(row, call.now))
  const pagination = paginationText(page, Number(count?.total ?? 0))
  const texts = documents.map((row) => writeDocument(row, view))
  return send(call.c, {
    status: 200,
    text: render(call, `{"data":[${texts.join(',')}],"pagination":${pagination}}`),
    headers: { ETag: listTag(documents, view, `${variantOf(call)}|${pagination}`) },
  })
}

interface PreparedList {
  readonly view: View
  readonly page: Page
  readonly statements: ListStatements
}

/** Lists asked for before, by role and query: the same question is neither parsed nor composed again. */
const prepared = new WeakMap<CollectionPlan, Map<string, PreparedList>>()
const MAX_PREPARED = 200

function preparedList(call: Call): PreparedList {
  const decision = requireDecision(call, call.plan.collection.access.read)
  if (decision !== true) return prepareList(call, decision)
  const known = prepared.get(call.plan) ?? new Map<string, PreparedList>()
  prepared.set(call.plan, known)
  const { url } = call.c.req
  const question = url.indexOf('?')
  const key = `${call.c.get('user')?.role ?? ''}${question === -1 ? '' : url.slice(question)}`
  const found = known.get(key)
  if (found) return found
  const list = prepareList(call, decision)
  if (known.size >= MAX_PREPARED) known.clear()
  known.set(key, list)
  return list
}

function prepareList(call: Call, decision: Exclude<Decision, false>): PreparedList {
  const asked = parseListQuery(call)
  const query = limitTo(call, asked, decision)
  const view = query.fields === null ? call.view : narrow(call.view, query.fields)
  return { view, page: query.page, statements: composeList(call.plan, query, view) }
}

/** The query with what the caller may see added to what they ask for. */
function limitTo(call: Call, query: ListQuery, decision: Exclude<Decision, false>): ListQuery {
  const isAnonymous = call.c.get('user') === null
  const scope: Scope = isAnonymous && query.scope === 'any' ? 'published' : query.scope
  const filters = [...query.filters]
  // Nothing is a draft to someone who may not see drafts.
  if (isAnonymous && scope !== 'published') filters.push(NOTHING)
  if (decision !== true) filters.push(asFilter(call.plan, decision))
  return { ...query, scope, filters }
}

/** Holds for no document. */
const NOTHING: Filter = { kind: 'equals', property: 'id', value: '' }

function asFilter(plan: CollectionPlan, conditions: readonly Filled[]): Filter {
  const filters = conditions.map(
    (condition): Filter => ({
      kind: 'and',
      filters: Object.entries(condition).map(([property, value]) => ({
        kind: 'equals',
        property,
        value: storedValue(plan, property, value),
      })),
    }),
  )
  return { kind: 'or', filters }
}

function storedValue(plan: CollectionPlan, property: string, value: Filled[string]): SqlValue {
  const field = plan.byName.get(property)
  if (field) return field.field.storage === 'join' ? String(value) : field.encode(value)
  return isSystemProperty(property) ? encoderOf(SYSTEM_PROPERTIES[property])(value) : String(value)
}
