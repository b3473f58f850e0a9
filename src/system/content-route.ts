import { asc, count, desc, type SQL, sql } from 'drizzle-orm'
import * as z from 'zod'
import { defineRoute } from '../config/plugin.ts'
import {
  coreTables,
  decisionFor,
  HttpError,
  type ManifestCollection,
  manifestOf,
  type RequestContext,
} from '../runtime/kit.ts'
import { inScope } from './content-query.ts'

const { content } = coreTables

const STATUSES = ['draft', 'scheduled', 'published'] as const
const SORTABLE = ['createdAt', 'updatedAt', 'publishedAt', 'title'] as const

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

const pagination = z.strictObject({
  page: z.int().min(1),
  limit: z.int().min(1).max(100),
  total: z.int().min(0),
  totalPages: z.int().min(0),
  hasNext: z.boolean(),
  hasPrev: z.boolean(),
  nextCursor: z.string().nullable(),
})

const query = z.strictObject({
  page: z.coerce.number().int().min(1).max(1_000_000_000).default(1).meta({ description: 'From 1.' }),
  limit: z.coerce.number().int().min(1).max(100).default(20).meta({ description: 'Documents on a page.' }),
  sort: z
    .enum(SORTABLE.flatMap((name) => [name, `-${name}`] as const))
    .default('-createdAt')
    .meta({ description: 'A leading `-` descends.' }),
  status: z
    .enum(STATUSES)
    .optional()
    .meta({ description: 'For callers who are signed in; others see what is published.' }),
  collection: z.string().optional().meta({ description: 'Only this collection, by name.' }),
})

type ContentQuery = z.output<typeof query>

export const contentRoute = defineRoute({
  method: 'GET',
  path: '/api/content',
  access: 'public',
  summary: 'Documents of all collections that you may read',
  input: { query },
  responses: { 200: z.strictObject({ data: z.array(item), pagination }) },
  handler: async (c, { query }) => c.json(await listContent(c, query)),
})

async function listContent(c: RequestContext, query: ContentQuery) {
  const now = Date.now()
  const where = inScope({ ...collectionsFor(c, query.collection), status: statusFor(c, query.status), now })
  const { page, limit } = query
  const [rows, [counted]] = await c.var.db.batch([
    c.var.db
      .select()
      .from(content)
      .where(where)
      .orderBy(...orderOf(query.sort))
      .limit(limit)
      .offset((page - 1) * limit),
    c.var.db.select({ total: count() }).from(content).where(where),
  ])
  const total = counted?.total ?? 0
  const totalPages = Math.ceil(total / limit)
  return {
    data: rows.map((row) => itemOf(c, row, now)),
    pagination: { page, limit, total, totalPages, hasNext: page < totalPages, hasPrev: page > 1, nextCursor: null },
  }
}

/** @throws HttpError `invalid_query` for a collection that does not exist, or that the caller may not read */
function collectionsFor(c: RequestContext, asked: string | undefined) {
  const { collections } = manifestOf(c)
  const readable = collections
    .map((collection) => ({ collection, decision: decisionFor(c, collection.access.read) }))
    .filter(({ decision }) => decision !== false)
  if (asked !== undefined && !readable.some(({ collection }) => collection.name === asked)) {
    throw new HttpError('invalid_query', `There is no collection ${asked.slice(0, 100)}.`)
  }
  return { readable, total: collections.length, collection: asked }
}

/** To a caller who is not signed in nothing but what is published exists. */
function statusFor(c: RequestContext, asked: ContentQuery['status']) {
  if (c.var.user !== null) return asked ?? 'any'
  return asked === undefined || asked === 'published' ? 'published' : 'none'
}

function orderOf(sort: ContentQuery['sort']): SQL[] {
  const direction = sort.startsWith('-') ? desc : asc
  const name = sort.replace('-', '') as (typeof SORTABLE)[number] // the schema allows no other
  const key = name === 'publishedAt' ? publishedAt : content[name]
  return [direction(key), direction(content.id)]
}

/** When a document is to be public, or was. */
const publishedAt = sql`coalesce(${content.publishedAt}, ${content.scheduledAt})`

function itemOf(c: RequestContext, row: typeof content.$inferSelect, now: number) {
  const collection = manifestOf(c).collections.find(({ name }) => name === row.collectionId)
  const isDue = row.status === 'scheduled' && row.scheduledAt !== null && row.scheduledAt <= now
  const published = isDue ? row.scheduledAt : row.publishedAt
  return {
    id: row.id,
    collection: row.collectionId,
    title: isShown(c, collection, collection?.titleField) ? row.title : null,
    slug: isShown(c, collection, collection?.slugField) ? row.slug : null,
    status: isDue ? 'published' : row.status,
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
    publishedAt: published === null ? null : new Date(published).toISOString(),
    url: `/api/${row.collectionId}/${row.id}`,
  }
}

/** A title may come from a field that not everybody sees. */
function isShown(
  c: RequestContext,
  collection: ManifestCollection | undefined,
  name: string | null | undefined,
): boolean {
  const field = collection?.fields.find((candidate) => candidate.name === name)
  if (!field || field.hidden) return false
  return field.access.read === null || decisionFor(c, field.access.read) === true
}
