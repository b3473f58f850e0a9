import { and, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
import * as z from 'zod'
import { defineRoute } from '../config/route.ts'
import {
  type Cursor,
  contentLanguage,
  coreTables,
  decisionFor,
  HttpError,
  isFieldShown,
  isSchemaExact,
  ledgerGuard,
  type ManifestCollection,
  manifestOf,
  type RequestContext,
  readCursor,
  t,
  writeCursor,
} from '../runtime/kit.ts'
import { contentLocaleOf, shownInLocale } from './content-locale.ts'
import { cursorKeysOf, oppositeOf, orderOf, rangesAfter, SORTABLE, type Sort, sortKeyOf } from './content-order.ts'
import { isCounted, NOTHING, pageOf, pagination } from './content-page.ts'
import { branchesOf, type ContentScope, totalOf } from './content-query.ts'

const { content } = coreTables

const STATUSES = ['draft', 'scheduled', 'published'] as const

const moment = z.iso.datetime({ precision: 3 })

const item = z.strictObject({
  id: z.string(),
  collection: z.string(),
  title: z.string().nullable(),
  slug: z.string().nullable(),
  status: z.enum(STATUSES),
  createdAt: moment,
  updatedAt: moment,
  publishedAt: moment.nullable(),
  url: z.string(),
})

const query = z.strictObject({
  page: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000_000_000)
    .optional()
    .meta({ description: 'Number of the page, from 1. Default: 1.' }),
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(100)
    .default(20)
    .meta({ description: 'Maximum number of documents per page.' }),
  cursor: z.string().optional().meta({
    description:
      '`nextCursor` or `prevCursor` of a page: returns the documents after or before it. Apart from `limit`, the query must stay the same; not together with `page`.',
  }),
  sort: z
    .enum(SORTABLE.flatMap((name) => [name, `-${name}`] as const))
    .optional()
    .meta({ description: 'A leading `-` sorts in descending order. Default: `-createdAt`, or `title` with `q`.' }),
  locale: z.string().optional().meta({
    description:
      'The locale of titles and slugs, in which documents must be published for readers. The sort order and `q` use titles in the default locale.',
  }),
  fallback: z
    .literal('none')
    .optional()
    .meta({ description: 'Values in other locales do not replace missing values.' }),
  count: z
    .enum(['exact', 'none'])
    .optional()
    .meta({ description: 'Whether to return a `total`. Default: `exact`, or `none` with `cursor`.' }),
  status: z
    .enum(STATUSES)
    .optional()
    .meta({ description: 'For callers who are signed in; others see only published documents.' }),
  collection: z.string().optional().meta({ description: 'Name of a collection, to return only its documents.' }),
  q: z.string().min(1).max(200).optional().meta({
    description:
      'Beginning of titles; A to Z match in either case. Requires access to titles. Sorted by title, unless `sort` is set.',
  }),
})

type ContentQuery = z.output<typeof query> & { readonly sort: Sort }

export const contentRoute = defineRoute({
  method: 'GET',
  path: '/api/content',
  access: 'public',
  cache: { ttl: 0 },
  summary: 'Documents of all collections that you may read',
  input: { query },
  returns: z.strictObject({ data: z.array(item), pagination }),
  load: (c, { query }) => {
    const sort = query.sort ?? (query.q === undefined ? '-createdAt' : 'title')
    return listContent(c, { ...query, sort })
  },
})

async function listContent(c: RequestContext, query: ContentQuery) {
  const { page = 1, limit } = query
  const now = Date.now()
  const collections = collectionsFor(c, query)
  const cursor = cursorOf(query)
  // Anonymous callers only see published documents.
  const isAnonymous = c.var.user === null
  if (isAnonymous && query.status !== undefined && query.status !== 'published')
    return pageOf([], query, { ...NOTHING, page }, 0)
  const status = query.status ?? (isAnonymous ? 'published' : 'any')
  const place = contentLocaleOf(
    c,
    collections.readable.map(({ collection }) => collection.name),
  )
  if (place) c.header('Content-Language', contentLanguage(place.locale))
  const scope: ContentScope = { ...collections, prefix: query.q, status, shownIn: isAnonymous ? place : null, now }
  const isBackward = cursor?.isBackward === true
  const columns = {
    ...COLUMNS,
    shownTitle: shownInLocale(place, 'title').as('shown_title'),
    shownSlug: shownInLocale(place, 'slug').as('shown_slug'),
  }
  const sort = isBackward ? oppositeOf(query.sort) : query.sort
  const ranges = cursor === null ? [undefined] : rangesAfter(sort, cursor.after)
  const [first, second, ...rest] = branchesOf(scope, sortKeyOf(query.sort) === 'createdAt').flatMap((where) =>
    ranges.map((range) => c.var.db.select(columns).from(content).where(and(where, range))),
  )
  if (!first) return pageOf([], query, { ...NOTHING, page }, 0)
  // An additional row tells whether there is a next page.
  const rows = (second ? unionAll(first, second, ...rest) : first)
    .orderBy(...orderOf(sort, { afterwards: isSortedAfterwards(query) }))
    .limit(limit + 1)
    .offset((page - 1) * limit)
  const counting = isCounted(query) ? totalOf(scope) : sql<number>`0`
  const total = c.var.db.select({ total: counting.as('total') }).from(ledgerGuard(c))
  const [found, counted] = await c.var.db.batch([rows, total])
  const shown = isBackward ? found.slice(0, limit).reverse() : found.slice(0, limit)
  const items = shown.map((row) => itemOf(c, row, now))
  const number = cursor?.page ?? page
  const cursorAt = (row: (typeof shown)[number] | undefined, to: number, backward: boolean) =>
    row === undefined
      ? null
      : writeCursor({ page: to, after: [row[sortKeyOf(query.sort)], row.id], isBackward: backward }, cursorKey(query))
  const hasMore = found.length > limit
  const next = isBackward || hasMore ? cursorAt(shown.at(-1), number + 1, false) : null
  const hasPrev = isBackward ? hasMore : cursor !== null || page > 1
  const previous = cursor !== null && hasPrev ? cursorAt(shown[0], Math.max(number - 1, 1), true) : null
  return pageOf(items, query, { page: number, next, previous, hasPrev }, counted[0]?.total ?? 0)
}

/** Tells whether a search must be sorted by title after its rows are found. */
function isSortedAfterwards({ q, sort }: ContentQuery): boolean {
  return q !== undefined && sortKeyOf(sort) !== 'title'
}

/**
 * Returns the cursor of a query; `null` if it has none.
 * @throws HttpError `invalid_query`
 */
function cursorOf(query: ContentQuery): Cursor | null {
  if (query.cursor === undefined) return null
  if (query.page !== undefined) throw new HttpError('invalid_query', t('cursor and page cannot be combined.'))
  return readCursor(query.cursor, cursorKey(query), cursorKeysOf(query.sort))
}

/** Returns the parameters that must not change between the pages of a cursor. */
function cursorKey({ sort, status, collection, q, locale, fallback }: ContentQuery): string {
  return JSON.stringify(['content', sort, status, collection, q, locale, fallback])
}

const COLUMNS = {
  id: content.id,
  collectionId: content.collectionId,
  title: content.title,
  status: content.status,
  createdAt: content.createdAt,
  updatedAt: content.updatedAt,
  /** For a scheduled document, the time at which it will be published. */
  publishedAt: content.publishedAt,
}

/**
 * Returns the collections of the list; for a search, only those whose titles the caller may see.
 * @throws HttpError `invalid_query` for a collection that does not exist or that the caller may not read, and for a
 * sort by titles that the caller may not see
 */
function collectionsFor(c: RequestContext, { collection: requested, q, sort }: ContentQuery) {
  const { collections } = manifestOf(c)
  const readable = collections
    .map((collection) => ({ collection, decision: decisionFor(c, collection.access.read) }))
    .filter(({ decision }) => decision !== false)
  if (requested !== undefined && !readable.some(({ collection }) => collection.name === requested)) {
    throw new HttpError('invalid_query', t('There is no collection {name}.', { name: requested.slice(0, 100) }))
  }
  const total = isSchemaExact(c) ? collections.length : Number.POSITIVE_INFINITY
  const titled = readable.filter(({ collection }) => isTitleShown(c, collection))
  if (q !== undefined) return { readable: titled, total, collection: requested }
  const untitled = readable.find(
    (entry) => !titled.includes(entry) && (requested ?? entry.collection.name) === entry.collection.name,
  )
  if (untitled && sortKeyOf(sort) === 'title') {
    const detail = t('You may not see the titles of {name}: sort by something else, or choose another collection.', {
      name: untitled.collection.name,
    })
    throw new HttpError('invalid_query', detail)
  }
  return { readable, total, collection: requested }
}

interface Row {
  readonly id: string
  readonly collectionId: string
  readonly shownTitle: string | null
  readonly shownSlug: string | null
  readonly status: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly publishedAt: number | null
}

function itemOf(c: RequestContext, row: Row, now: number): z.output<typeof item> {
  const collection = manifestOf(c).collections.find(({ name }) => name === row.collectionId)
  const isPublic = row.publishedAt !== null && row.publishedAt <= now && row.status !== 'draft'
  const isDated = isPublic || row.status !== 'scheduled'
  return {
    id: row.id,
    collection: row.collectionId,
    title: isShown(c, collection, collection?.titleField) ? row.shownTitle : null,
    slug: isShown(c, collection, collection?.slugField) ? row.shownSlug : null,
    status: isPublic ? 'published' : (row.status as (typeof STATUSES)[number]), // no other status exists
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
    publishedAt: isDated && row.publishedAt !== null ? new Date(row.publishedAt).toISOString() : null,
    url: `/api/${row.collectionId}/${row.id}`,
  }
}

/** Tells whether the caller may see the titles of a collection. A collection without titles counts as visible. */
function isTitleShown(c: RequestContext, collection: ManifestCollection): boolean {
  return collection.titleField === null || isShown(c, collection, collection.titleField)
}

/** Tells whether the caller may see a title or a slug, which may come from a restricted field. */
function isShown(
  c: RequestContext,
  collection: ManifestCollection | undefined,
  name: string | null | undefined,
): boolean {
  const field = collection?.fields.find((candidate) => candidate.name === name)
  return field !== undefined && isFieldShown(c, field)
}
