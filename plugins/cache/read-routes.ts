import { defineRoute } from 'lintel'
import * as z from 'zod'
import { listEntries } from './browser.ts'
import { isolateCacheOf } from './isolate-cache.ts'
import { emptyIsNothing, namespaceName, outcome } from './route-input.ts'
import { readStats } from './statistics.ts'

const tiers = z.strictObject({
  totalRequests: z.int(),
  memoryHits: z.int(),
  kvHits: z.int(),
  dbHits: z.int(),
  stale: z.int(),
  hitRate: z.number().meta({ description: 'Percent: (memoryHits + kvHits) ÷ totalRequests × 100.' }),
})

const query = z.strictObject(outcome)

export const stats = showing('/admin/cache/stats', 'Number of requests that each tier served, summed over all isolates')
export const overview = showing('/admin/cache', 'The cache page; programs get the response of /admin/cache/stats')

function showing(path: `/${string}`, summary: string) {
  return defineRoute({
    method: 'GET',
    path,
    access: ['admin', 'editor'],
    summary,
    input: { query },
    returns: z.strictObject({
      data: z.strictObject({
        global: tiers,
        byNamespace: z.record(z.string(), tiers),
        isolate: z
          .strictObject({ entries: z.int(), bytes: z.int(), maxBytes: z.int() })
          .meta({ description: 'The memory tier of the isolate that responds.' }),
      }),
    }),
    load: async (c) => ({ data: await readStats(c, isolateCacheOf(c)) }),
    page: () => import('./pages/overview-page.tsx'),
  })
}

const entry = z.strictObject({
  key: z.string(),
  namespace: z.string(),
  tier: z.enum(['memory', 'kv']),
  size: z.int().meta({ description: 'Bytes.' }),
  ttl: z.int().meta({ description: 'Seconds left.' }),
  hits: z.int().nullable().meta({
    description:
      'Number of times that this isolate served the entry from memory; `null` for an entry in KV, which counts no hits.',
  }),
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
  summary: 'Entries in the memory of the isolate that responds, and in KV',
  input: {
    query: z.strictObject({
      page: z.coerce.number().int().min(1).default(1),
      limit: z.coerce.number().int().min(1).max(100).default(20),
      q: emptyIsNothing(z.string().max(200)).meta({ description: 'Part of the key to search for.' }),
      namespace: emptyIsNothing(namespaceName),
      tier: emptyIsNothing(z.enum(['memory', 'kv'])),
      ...outcome,
    }),
  },
  returns: z.strictObject({ data: z.strictObject({ entries: z.array(entry), pagination }) }),
  load: async (c, { query: { page, limit, ...filter } }) => {
    const all = await listEntries(c, filter)
    const end = page * limit
    const pagination = {
      page,
      limit,
      total: all.length,
      totalPages: Math.ceil(all.length / limit),
      hasNext: all.length > end,
      hasPrev: page > 1,
    }
    return { data: { entries: all.slice(end - limit, end), pagination } }
  },
  page: () => import('./pages/browser-page.tsx'),
})
