import { t } from '../../../messages/translate.ts'
import { HttpError } from '../../common/errors.ts'
import { keptFor } from '../../common/kept-for.ts'
import type { Row } from '../../database/database.ts'
import { readContent } from '../../freshness/dependency-tracker.ts'
import { expectChange } from '../../freshness/freshness.ts'
import type { CollectionPlan } from '../document/plan.ts'
import { settle } from '../document/row.ts'
import { populate, valueIn } from '../populate/read.ts'
import { responseWriter, writePopulated } from '../populate/write.ts'
import { bindStatement } from '../query/composed.ts'
import { sourcesOf } from '../query/sources.ts'
import { type Call, render, requireDecision, variantOf } from '../request/call.ts'
import { listTag, textTag } from '../request/etag.ts'
import type { CollectionResponse } from '../request/respond.ts'
import { rowIn } from '../request/row-in.ts'
import { writeDocument } from '../request/view.ts'
import { composeList, type ListStatements } from './compose.ts'
import { writeCursor } from './cursor.ts'
import type { Pagination } from './pagination.ts'
import { type ListRequest, parseListRequest } from './parse.ts'

/** `GET /api/<collection>`: lists documents. */
export async function list(call: Call): Promise<CollectionResponse> {
  const request = requestOf(call)
  const { view, page, query } = request
  const statements = statementsOf(call, request)
  // Reads one row more than the page shows, to know whether there is a next page.
  const binding = {
    values: query.values,
    now: call.now,
    rows: page.limit + 1,
    offset: (page.page - 1) * page.limit,
    position: call.runtime.ledger.current,
  }
  const [found = [], [facts] = []] = await readContent(
    call,
    [statements.rows, ...(statements.facts ? [statements.facts] : [])].map((part) => bindStatement(part, binding)),
  )
  const shown = pageIn(request, found)
  const total = query.shape.counts ? Number(facts?.total ?? 0) : null
  if (typeof facts?.next === 'number') expectChange(call.c, facts.next)
  const pagination = JSON.stringify(
    paginationOf(request, statements, { shown, hasMore: found.length > page.limit }, total),
  )
  const documents = shown.map((row) => rowIn(call, settle(row, call.now)))
  if (request.populate.size > 0) return populatedResponse(call, request, documents, pagination)
  const texts = documents.map((row) => writeDocument(row, view))
  return {
    status: 200,
    text: render(call, listText(texts, pagination)),
    headers: { ETag: listTag(documents, view, `${variantOf(call)}|${pagination}`) },
  }
}

async function populatedResponse(
  call: Call,
  { view, populate: sites }: ListRequest,
  rows: Row[],
  pagination: string,
): Promise<CollectionResponse> {
  const { plan } = call
  const holders = rows.map((row) => (field: string) => valueIn(plan, row, field))
  const writer = responseWriter(await populate(call, sites, holders), rows.length)
  const texts = rows.map((row) => writePopulated(row, plan, view, sites, writer))
  const text = render(call, listText(texts, pagination))
  return { status: 200, text, headers: { ETag: textTag(text) } }
}

function listText(documents: readonly string[], pagination: string): string {
  return `{"data":[${documents.join(',')}],"pagination":${pagination}}`
}

/** Returns the rows of the page in the requested order, without the extra row that shows whether a next page exists. */
function pageIn({ page: { limit }, isBackward }: ListRequest, found: readonly Row[]): Row[] {
  const shown = found.slice(0, limit)
  return isBackward ? shown.reverse() : shown
}

function paginationOf(
  { page: { page, limit }, isAfterCursor, isBackward, question, query }: ListRequest,
  { keyNames }: ListStatements,
  { shown, hasMore }: { readonly shown: readonly Row[]; readonly hasMore: boolean },
  total: number | null,
): Pagination {
  const cursorAt = (row: Row | undefined, to: number, backward: boolean) =>
    row === undefined
      ? null
      : writeCursor({ page: to, after: keyNames.map((name) => row[name] ?? null), isBackward: backward }, question)
  // A page that was reached through a cursor always has a neighbor: the page that the cursor comes from.
  const hasNext = isBackward || hasMore
  const hasPrev = isBackward ? hasMore : page > 1
  const isRanked = query.shape.sort === null
  return {
    ...(isAfterCursor && total === null ? {} : { page }),
    limit,
    ...(total === null ? {} : { total, totalPages: Math.ceil(total / limit) }),
    hasNext,
    hasPrev,
    nextCursor: hasNext ? cursorAt(shown.at(-1), page + 1, false) : null,
    ...(isAfterCursor && {
      prevCursor: hasPrev && !isRanked ? cursorAt(shown[0], Math.max(page - 1, 1), true) : null,
    }),
  }
}

/** Cache of the parsed requests that depend on nothing but role and query, keyed by both. */
const requestsFor = keptFor((_: CollectionPlan) => new Map<string, ListRequest>())
const MAX_REQUESTS = 200

export function requestOf(call: Call): ListRequest {
  const { url } = call.c.req
  const question = url.includes('?') ? url.slice(url.indexOf('?')) : ''
  const decision = requireDecision(call, call.plan.collection.access.read)
  if (decision !== true) return parseListRequest(call)
  const known = requestsFor(call.plan)
  const key = `${call.c.get('user')?.role ?? ''}${question}`
  const found = known.get(key)
  if (found) return found
  const request = parseListRequest(call)
  // Access to other collections does not depend on the role alone.
  return request.followsReferences ? request : remember(known, key, request, MAX_REQUESTS)
}

/** Cache of statements, by shape, independent of the values. */
const statementsFor = keptFor((_: CollectionPlan) => new Map<string, ListStatements>())
const MAX_SHAPES = 500
/** Maximum number of values that D1 binds in one statement. */
const MAX_PARAMETERS = 100

function statementsOf(call: Call, { query, view }: ListRequest): ListStatements {
  const known = statementsFor(call.plan)
  const key = JSON.stringify([query.shape, view.signature])
  const found = known.get(key)
  if (found) return found
  const statements = composeList(call.plan, query.shape, view, sourcesOf(call))
  if (statements.rows.parameters.length > MAX_PARAMETERS) {
    throw new HttpError('invalid_query', t('The query has more filters than the database accepts at once.'))
  }
  return remember(known, key, statements, MAX_SHAPES)
}

/** Stores an entry. A full cache is cleared; frequent entries soon return to it. */
function remember<Entry>(cache: Map<string, Entry>, key: string, entry: Entry, max: number): Entry {
  if (cache.size >= max) cache.clear()
  cache.set(key, entry)
  return entry
}
