import { parametersOf, parametersThatChoose } from '../../../manifest/list-parameters.ts'
import { message } from '../../../messages/messages.ts'
import { t } from '../../../messages/translate.ts'
import { HttpError } from '../../common/errors.ts'
import { unknownName } from '../../input/parameters.ts'
import { keyOfLocale, parametersBesideLocale } from '../locale/locale.ts'
import { readPopulate } from '../populate/parse.ts'
import type { Sites } from '../populate/sites.ts'
import { type Comparables, comparablesOf } from '../query/comparable.ts'
import type { Filter, Scope } from '../query/filter.ts'
import { createSlots, type Slots } from '../query/slots.ts'
import { splitNames, twice } from '../query/split-names.ts'
import { asFilter, shownTo, shownWhereCompared } from '../query/targets.ts'
import { type Call, requireDecision } from '../request/call.ts'
import { textTag } from '../request/etag.ts'
import { markedView } from '../request/pending-mark.ts'
import { narrow, type View } from '../request/view.ts'
import { type CursorKey, readCursor } from './cursor.ts'
import { completeOrder, isNullable } from './keyset.ts'
import type { ListQuery, ListShape, SortKey } from './list-query.ts'
import { type Page, readPage } from './pagination.ts'
import { readFilters } from './parse-filters.ts'
import { readTranslation } from './read-translation.ts'
import { readStatus } from './read-value.ts'
import { searchExpression } from './search-words.ts'
import { searchedIn, searchedItself } from './searched-in.ts'

/** A parsed list request, with everything that the caller may see of the list. */
export interface ListRequest {
  readonly query: ListQuery
  /** Requested page. In a request with a cursor, `page` is the number of the page that begins there. */
  readonly page: Page
  readonly isAfterCursor: boolean
  /** True if the page ends at the cursor; the query then has the opposite order. */
  readonly isBackward: boolean
  /** Hash that identifies the list to which a cursor belongs. */
  readonly question: string
  readonly view: View
  readonly populate: Sites
  /** True if the request also reads other collections, for conditions or for `populate`. */
  readonly followsReferences: boolean
}

/** Parameters that choose which part of a list is returned. */
const PARTS = parametersThatChoose('part')
const COUNTS = ['exact', 'none']

/**
 * Parses the parameters of a list. Names that the caller may not see are treated as unknown.
 * @throws HttpError `invalid_query`, naming the wrong parameter and the nearest valid name; `forbidden`,
 * `unauthenticated`
 */
export function parseListRequest(call: Call): ListRequest {
  const parameters = parametersBesideLocale(call.c.req.url, call.locale)
  const slots = createSlots()
  const words = parametersOf(call.plan.collection, call.c.get('user') !== null)
  // Conditions of `or` are named `or[0][title]`, so that a parameter named `or` is an unknown condition.
  const conditions = [...parameters].filter(([name]) => name === 'or' || !words.includes(name))
  const conditionFilters = readFilters(call, conditions, words, slots)
  const search = readSearch(parameters.get('q'))
  const sort = readSort(call, parameters.get('sort'), search !== undefined)
  const populate = readPopulate(call, parameters.get('populate'))
  const question = listKey(call, parameters)
  const cursor = readPosition(call, parameters, question, sort)
  const translation = words.includes('translation') ? readTranslation(call, parameters.get('translation')) : []
  const wanted = { scope: readScope(parameters.get('status')), filters: [...conditionFilters, ...translation] }
  const compared = [
    ...namesIn(conditionFilters),
    ...(sort ?? []).map(({ property }) => property),
    ...(search === undefined ? [] : call.plan.collection.search),
  ]
  const { scope, filters } = limitTo(call, wanted, compared, slots)
  const isBackward = cursor?.isBackward === true && sort !== null
  const shape: ListShape = {
    sort: isBackward ? reversed(sort) : sort,
    scope,
    filters: [...filters, ...matching(call, search, slots)],
    search: typeof search === 'string' ? slots.add(searchedIn(call, search)) : null,
    after: cursor === null ? null : cursor.after.map((value) => (value === null ? null : slots.add(value))),
    counts: readCount(parameters.get('count'), cursor === null),
  }
  const page = readPage(parameters)
  return {
    query: { shape: search === null ? withoutRank(shape) : shape, values: slots.values },
    page: cursor === null ? page : { ...page, page: cursor.page },
    isAfterCursor: cursor !== null,
    isBackward,
    question,
    view: chosenView(call, parameters),
    populate,
    followsReferences: populate.size > 0 || conditions.some(([name]) => name.includes('.')),
  }
}

const DEFAULT_SORT: readonly SortKey[] = [{ property: 'createdAt', descending: true }]

/** Returns the opposite order. Ties are reversed, too, because they follow the last key. */
function reversed(sort: readonly SortKey[]): readonly SortKey[] {
  return sort.map(({ property, descending }) => ({ property, descending: !descending }))
}

/** Replaces the sort by rank in a list without a search. */
function withoutRank(shape: ListShape): ListShape {
  return { ...shape, sort: shape.sort ?? DEFAULT_SORT, after: shape.sort === null ? null : shape.after }
}

function readSort(call: Call, text: string | undefined, isSearch: boolean): readonly SortKey[] | null {
  if (text === undefined) return isSearch ? null : DEFAULT_SORT
  const keys = splitNames('sort', text).map((name) => {
    const descending = name.startsWith('-')
    return { property: descending ? name.slice(1) : name, descending }
  })
  const sortable = sortableProperties(comparablesOf(call.plan, call.view))
  for (const [index, { property }] of keys.entries()) {
    if (!sortable.includes(property))
      throw unknownName(message('There is no field {name} to sort by.'), property, sortable)
    if (keys.findIndex((key) => key.property === property) !== index) throw twice('sort', property)
  }
  return keys
}

/** Returns the comparable properties that have a column, except `status`. */
function sortableProperties(comparables: Comparables): string[] {
  return [...comparables].filter(([name, { storage }]) => storage !== 'join' && name !== 'status').map(([name]) => name)
}

function readFields(view: View, text: string | undefined): ReadonlySet<string> | null {
  if (text === undefined) return null
  const names = splitNames('fields', text)
  for (const name of names)
    if (!view.names.has(name)) throw unknownName(message('There is no field {name}.'), name, view.names)
  return new Set(names)
}

/**
 * Returns the projection of the properties that `fields` names, limited to what the caller may see. Populated
 * properties are included.
 * @throws HttpError `invalid_query`
 */
export function chosenView(call: Call, parameters: ReadonlyMap<string, string>): View {
  const view = markedView(call)
  const names = readFields(view, parameters.get('fields'))
  if (names === null) return view
  const populated = (parameters.get('populate') ?? '').split(',').map((name) => name.trim().split('.')[0] ?? '')
  return narrow(view, new Set([...names, ...populated]))
}

/** Reads the requested status. Anonymous callers may request any status; `limitTo` decides separately what they see. */
function readScope(text: string | undefined): Scope {
  return text === undefined ? 'any' : readStatus(text)
}

/**
 * Reads the search. Returns `undefined` if there is no search, and `null` if the text contains no words, so that
 * nothing is found.
 */
function readSearch(text: string | undefined): string | null | undefined {
  return text === undefined ? undefined : searchExpression(text)
}

/**
 * Returns the conditions of a search other than the match in the full-text index. Nothing matches a search without
 * words.
 */
function matching(call: Call, search: string | null | undefined, slots: Slots): Filter[] {
  if (search === null) return [{ kind: 'nothing' }]
  return search === undefined ? [] : searchedItself(call, search, slots)
}

function readCount(text: string | undefined, fallback: boolean): boolean {
  if (text === undefined) return fallback
  if (!COUNTS.includes(text)) throw unknownName(message('count cannot be {name}.'), text, COUNTS)
  return text === 'exact'
}

function readPosition(
  call: Call,
  parameters: ReadonlyMap<string, string>,
  key: string,
  sort: readonly SortKey[] | null,
) {
  const text = parameters.get('cursor')
  if (text === undefined) return null
  if (parameters.has('page')) throw new HttpError('invalid_query', t('cursor and page cannot be combined.'))
  const comparables = comparablesOf(call.plan, call.view)
  const keys = completeOrder(sort).map(({ property }): CursorKey => {
    const isText = comparables.get(property)?.storage === 'text'
    return { type: isText ? 'string' : 'number', nullable: isNullable(property) }
  })
  return readCursor(text, key, keys)
}

/** Returns a hash that identifies a list, because a cursor is valid in one list only. */
function listKey({ plan, locale }: Call, parameters: ReadonlyMap<string, string>): string {
  const rest = [...parameters].filter(([name]) => !PARTS.includes(name)).sort(([a], [b]) => (a < b ? -1 : 1))
  return textTag(JSON.stringify([plan.collection.name, keyOfLocale(locale), ...rest]))
}

/** Returns the names of the properties that filters compare. */
function namesIn(filters: readonly Filter[]): string[] {
  return filters.flatMap((filter) => {
    if (filter.kind === 'and' || filter.kind === 'or') return namesIn(filter.filters)
    return 'property' in filter ? [filter.property] : []
  })
}

/**
 * Adds the conditions of the caller's access rules to the requested filters.
 * @param compared properties by which the list is filtered or sorted
 */
function limitTo(
  call: Call,
  limits: { readonly scope: Scope; readonly filters: readonly Filter[] },
  compared: readonly string[],
  slots: Slots,
): { readonly scope: Scope; readonly filters: readonly Filter[] } {
  const decision = requireDecision(call, call.plan.collection.access.read)
  const isAnonymous = call.c.get('user') === null
  const scope: Scope = isAnonymous && limits.scope === 'any' ? 'published' : limits.scope
  const shown = shownWhereCompared(call, compared)
  const filters = [...limits.filters, ...(shown.length > 0 ? shown : shownTo(call))]
  // For callers who may not see drafts, every document has the status `published`.
  if (isAnonymous && scope !== 'published') filters.push({ kind: 'nothing' })
  if (decision !== true) filters.push(asFilter(call.plan, decision, slots))
  return { scope, filters }
}
