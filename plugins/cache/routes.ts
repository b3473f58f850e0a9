import { defineRoute } from 'lintel'
import { HttpError, manifestOf, type RequestContext, warmAnswers } from 'lintel/kit'
import * as z from 'zod'
import { listEntries } from './browser.ts'
import { invalidate } from './invalidations.ts'
import { isolateCacheOf } from './isolate-cache.ts'
import { ANSWERS } from './namespaces.ts'
import { readStats } from './statistics.ts'

const succeeded = <Data extends z.ZodType>(data: Data) => z.strictObject({ success: z.literal(true), data })

const tiers = z.strictObject({
  totalRequests: z.int(),
  memoryHits: z.int(),
  kvHits: z.int(),
  dbHits: z.int(),
  stale: z.int(),
  hitRate: z.number().meta({ description: 'Percent: (memoryHits + kvHits) ÷ totalRequests × 100.' }),
})

export const stats = defineRoute({
  method: 'GET',
  path: '/admin/cache/stats',
  access: ['admin', 'editor'],
  summary: 'How often each tier answered, summed over isolates',
  responses: {
    200: succeeded(
      z.strictObject({
        global: tiers,
        byNamespace: z.record(z.string(), tiers),
        isolate: z
          .strictObject({ entries: z.int(), bytes: z.int(), maxBytes: z.int() })
          .meta({ description: 'The memory tier of the isolate that answers.' }),
      }),
    ),
  },
  handler: async (c) => done(c, await readStats(c, isolateCacheOf(c))),
})

export const clear = defineRoute({
  method: 'POST',
  path: '/admin/cache/clear',
  access: ['admin'],
  summary: 'Drop every entry in every tier',
  responses: { 200: succeeded(z.strictObject({ cleared: z.int() })) },
  handler: async (c) => done(c, { cleared: await invalidate(c, isolateCacheOf(c), '*') }),
})

const namespaceName = z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/)

export const drop = defineRoute({
  method: 'POST',
  path: '/admin/cache/invalidate',
  access: ['admin'],
  summary: 'Drop the entries of a namespace, or those that match a pattern',
  input: {
    json: z
      .strictObject({
        pattern: z.string().min(1).max(500).optional().meta({ description: '`content:*`: `*` stands for any text.' }),
        namespace: namespaceName.optional(),
      })
      .refine(({ pattern, namespace }) => pattern !== undefined || namespace !== undefined, {
        path: ['pattern'],
        message: 'Give a pattern, a namespace, or both.',
      }),
  },
  responses: { 200: succeeded(z.strictObject({ invalidated: z.int() })) },
  handler: async (c, { json }) =>
    done(c, { invalidated: await invalidate(c, isolateCacheOf(c), patternOf(json.pattern, json.namespace)) }),
})

/** With both, the pattern is one within the namespace, whether it repeats its name or not. */
function patternOf(pattern: string | undefined, namespace: string | undefined): string {
  if (namespace === undefined) return pattern ?? '*'
  if (pattern === undefined) return `cache:${namespace}:*`
  const inner = pattern.replace(/^cache:/, '')
  return `cache:${inner.startsWith(`${namespace}:`) ? inner : `${namespace}:${inner}`}`
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
      namespace: namespaceName.optional(),
      tier: z.enum(['memory', 'kv']).optional(),
    }),
  },
  responses: { 200: succeeded(z.strictObject({ entries: z.array(entry), pagination })) },
  handler: async (c, { query }) => {
    const { page, limit, ...asked } = query
    const all = await listEntries(c, asked)
    const end = page * limit
    return done(c, {
      entries: all.slice(end - limit, end),
      pagination: {
        page,
        limit,
        total: all.length,
        totalPages: Math.ceil(all.length / limit),
        hasNext: all.length > end,
        hasPrev: page > 1,
      },
    })
  },
})

export const warm = defineRoute({
  method: 'POST',
  path: '/admin/cache/warm',
  access: ['admin'],
  summary: 'Keep the first page of collections, as anonymous callers see it',
  input: {
    json: z
      .strictObject({
        collections: z
          .array(z.string().max(100))
          .max(500)
          .optional()
          .meta({ description: 'Names. Default: all that everybody may read.' }),
      })
      .optional(),
  },
  responses: { 200: succeeded(z.strictObject({ warmed: z.int(), keys: z.array(z.string()) })) },
  handler: async (c, { json }) => {
    const known = new Set(manifestOf(c).collections.map(({ name }) => name))
    const names = json?.collections ?? [...known]
    const unknown = names.findIndex((name) => !known.has(name))
    if (unknown !== -1) {
      const message = `There is no collection ${names[unknown]}.`
      const errors = [{ path: `collections.${unknown}`, code: 'unknown_collection', message }]
      throw new HttpError('validation_failed', message, { errors })
    }
    const keys = (await warmAnswers(c, [...new Set(names)])).map((name) => `cache:${ANSWERS}:${name}`)
    return done(c, { warmed: keys.length, keys })
  },
})

function done(c: RequestContext, data: unknown): Response {
  return c.json({ success: true, data })
}
