import { asc, desc, type SQL, sql } from 'drizzle-orm'
import { unionAll } from 'drizzle-orm/sqlite-core'
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
import { branchesOf, type ContentScope, totalOf } from './content-query.ts'

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
  const { page, limit } = query
  const now = Date.now()
  const collections = collectionsFor(c, query.collection)
  // To a caller who is not signed in nothing but what is published exists.
  const isAnonymous = c.var.user === null
  if (isAnonymous && query.status !== undefined && query.status !== 'published') return pageOf([], query, 0)
  const scope: ContentScope = { ...collections, status: query.status ?? (isAnonymous ? 'published' : 'any'), now }
  const [first, second] = branchesOf(scope).map((where) => c.var.db.select(COLUMNS).from(content).where(where))
  if (!first) return pageOf([], query, 0)
  const [rows, counted] = await c.var.db.batch([
    (second ? unionAll(first, second) : first)
      .orderBy(...orderOf(query.sort))
      .limit(limit)
      .offset((page - 1) * limit),
    c.var.db.select({ total: totalOf(scope).as('total') }).from(sql`(SELECT 1)`),
  ])
  const items = rows.map((row) => itemOf(c, row, now))
  return pageOf(items, query, counted[0]?.total ?? 0)
}

const COLUMNS = {
  id: content.id,
  collectionId: content.collectionId,
  title: content.title,
  slug: content.slug,
  status: content.status,
  createdAt: content.createdAt,
  updatedAt: content.updatedAt,
  /** Of a scheduled document the time when it will be. */
  publishedAt: content.publishedAt,
}

function pageOf(data: readonly z.output<typeof item>[], { page, limit }: ContentQuery, total: number) {
  const totalPages = Math.ceil(total / limit)
  return {
    data,
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

/** By columns of the result, as a union wants it. */
const SORT_KEYS: Record<(typeof SORTABLE)[number], SQL> = {
  createdAt: sql`created_at`,
  updatedAt: sql`updated_at`,
  publishedAt: sql`published_at`,
  title: sql`title`,
}

function orderOf(sort: ContentQuery['sort']): SQL[] {
  const direction = sort.startsWith('-') ? desc : asc
  const name = sort.replace('-', '') as (typeof SORTABLE)[number] // the schema allows no other
  return [direction(SORT_KEYS[name]), direction(sql`id`)]
}

interface Row {
  readonly id: string
  readonly collectionId: string
  readonly title: string | null
  readonly slug: string | null
  readonly status: string
  readonly createdAt: number
  readonly updatedAt: number
  readonly publishedAt: number | null
}

function itemOf(c: RequestContext, row: Row, now: number): z.output<typeof item> {
  const collection = manifestOf(c).collections.find(({ name }) => name === row.collectionId)
  const isPublic = row.publishedAt !== null && row.publishedAt <= now && row.status !== 'draft'
  return {
    id: row.id,
    collection: row.collectionId,
    title: isShown(c, collection, collection?.titleField) ? row.title : null,
    slug: isShown(c, collection, collection?.slugField) ? row.slug : null,
    status: isPublic ? 'published' : (row.status as (typeof STATUSES)[number]), // the triggers copy no other
    createdAt: new Date(row.createdAt).toISOString(),
    updatedAt: new Date(row.updatedAt).toISOString(),
    publishedAt: isPublic && row.publishedAt !== null ? new Date(row.publishedAt).toISOString() : null,
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
