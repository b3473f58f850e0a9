import { defineRoute } from 'lintel'
import { isPageRequest, type RequestContext } from 'lintel/kit'
import * as z from 'zod'
import { done, emptyIsNothing, namespaceName, news, succeeded } from './answer.ts'
import { listEntries } from './browser.ts'
import { isolateCacheOf } from './isolate-cache.ts'
import { readStats } from './statistics.ts'

// Pages are loaded when one is asked for: the compiler, which reads this file too, has no use for them.
const pages = () => import('./pages/show.tsx')

const tiers = z.strictObject({
  totalRequests: z.int(),
  memoryHits: z.int(),
  kvHits: z.int(),
  dbHits: z.int(),
  stale: z.int(),
  hitRate: z.number().meta({ description: 'Percent: (memoryHits + kvHits) ÷ totalRequests × 100.' }),
})

const answer = succeeded(
  z.strictObject({
    global: tiers,
    byNamespace: z.record(z.string(), tiers),
    isolate: z
      .strictObject({ entries: z.int(), bytes: z.int(), maxBytes: z.int() })
      .meta({ description: 'The memory tier of the isolate that answers.' }),
  }),
)

const query = z.strictObject(news)

export const stats = defineRoute({
  method: 'GET',
  path: '/admin/cache/stats',
  access: ['admin', 'editor'],
  summary: 'How often each tier answered, summed over isolates',
  input: { query },
  responses: { 200: answer },
  handler: (c, { query }) => showStats(c, query),
})

export const overview = defineRoute({
  method: 'GET',
  path: '/admin/cache',
  access: ['admin', 'editor'],
  summary: 'The page of the cache; to programs as /admin/cache/stats',
  input: { query },
  responses: { 200: answer },
  handler: (c, { query }) => showStats(c, query),
})

async function showStats(c: RequestContext, news: z.output<typeof query>): Promise<Response> {
  if (!isPageRequest(c)) return done(c, await readStats(c, isolateCacheOf(c)))
  return (await pages()).showOverview(c, news)
}

const entry = z.strictObject({
  key: z.string(),
  namespace: z.string(),
  tier: z.enum(['memory', 'kv']),
  size: z.int().meta({ description: 'Bytes.' }),
  ttl: z.int().meta({ description: 'Seconds left.' }),
  hits: z.int().nullable().meta({ description: 'From the memory of this isolate; `null` in KV, where nobody counts.' }),
  createdAt: z.iso.datetime({ precision: 3 }),
})

const pagination = z.strictObject({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  totalPages: z.int(),
  hasNext: z.boolean(),
  hasPrev: z.boolean(),
})

export const browser = defineRoute({
  method: 'GET',
  path: '/admin/cache/browser',
  access: ['admin', 'editor'],
  summary: 'Entries in the memory of the isolate that answers, and in KV',
  input: {
    query: z.strictObject({
      page: z.coerce.number().int().min(1).default(1),
      limit: z.coerce.number().int().min(1).max(100).default(20),
      q: emptyIsNothing(z.string().max(200)).meta({ description: 'Part of the key.' }),
      namespace: emptyIsNothing(namespaceName),
      tier: emptyIsNothing(z.enum(['memory', 'kv'])),
      ...news,
    }),
  },
  responses: { 200: succeeded(z.strictObject({ entries: z.array(entry), pagination })) },
  handler: async (c, { query: { done: happened, count, ...query } }) => {
    const { page, limit, ...asked } = query
    const all = await listEntries(c, asked)
    const end = page * limit
    const entries = all.slice(end - limit, end)
    const pagination = {
      page,
      limit,
      total: all.length,
      totalPages: Math.ceil(all.length / limit),
      hasNext: all.length > end,
      hasPrev: page > 1,
    }
    if (!isPageRequest(c)) return done(c, { entries, pagination })
    return (await pages()).showBrowser(c, { query, entries, pagination, news: { done: happened, count } })
  },
})
