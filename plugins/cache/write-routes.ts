import { defineRoute } from 'lintel'
import { HttpError, manifestOf, message, t, warmResponses } from 'lintel/kit'
import * as z from 'zod'
import { invalidate } from './invalidations.ts'
import { isolateCacheOf } from './isolate-cache.ts'
import { RESPONSES } from './namespaces.ts'
import { overview } from './read-routes.ts'
import { namespaceName, pathOf } from './route-input.ts'

export const clear = defineRoute({
  method: 'POST',
  path: '/admin/cache/clear',
  access: ['admin'],
  summary: 'Drop every entry in every tier',
  returns: z.strictObject({ data: z.strictObject({ cleared: z.int() }) }),
  act: async (c) => ({ data: { cleared: await invalidate(c, isolateCacheOf(c), '*') } }),
  to: ({ data }) => pathOf('/admin/cache', 'cleared', data.cleared),
})

const what = z
  .strictObject({
    pattern: z
      .string()
      .min(1)
      .max(500)
      .optional()
      .meta({ description: 'Such as `content:*`, in which `*` stands for any characters.' }),
    namespace: namespaceName.optional(),
  })
  .refine(({ pattern, namespace }) => pattern !== undefined || namespace !== undefined, {
    path: ['pattern'],
    message: message('Give a pattern, a namespace, or both.'),
  })

export const drop = defineRoute({
  method: 'POST',
  path: '/admin/cache/invalidate',
  access: ['admin'],
  summary: 'Drop the entries of a namespace, or those that match a pattern',
  input: {
    body: what,
    query: z.strictObject({
      from: z
        .literal('browser')
        .optional()
        .meta({ description: '`browser`: the form returns to the list of entries. Only for pages.' }),
    }),
  },
  returns: z.strictObject({ data: z.strictObject({ invalidated: z.int() }) }),
  act: async (c, { body: { pattern, namespace } }) => ({
    data: { invalidated: await invalidate(c, isolateCacheOf(c), patternOf(pattern, namespace)) },
  }),
  to: ({ data }, { query }) =>
    pathOf(query.from === undefined ? '/admin/cache' : '/admin/cache/browser', 'invalidated', data.invalidated),
  again: overview,
})

/**
 * Returns the pattern to invalidate. If a pattern and a namespace are given, the pattern applies within the namespace,
 * whether or not it begins with the name of the namespace.
 */
function patternOf(pattern: string | undefined, namespace: string | undefined): string {
  if (namespace === undefined) return pattern ?? '*'
  if (pattern === undefined) return `cache:${namespace}:*`
  const inner = pattern.replace(/^cache:/, '')
  return `cache:${inner.startsWith(`${namespace}:`) ? inner : `${namespace}:${inner}`}`
}

const names = z.array(z.string().max(100)).max(500)

export const warm = defineRoute({
  method: 'POST',
  path: '/admin/cache/warm',
  access: ['admin'],
  summary: 'Cache the first page of each collection, as anonymous callers see it',
  input: {
    body: z
      .strictObject({
        collections: names
          .optional()
          .meta({ description: 'Names of the collections. Default: all collections that everybody may read.' }),
      })
      .optional(),
  },
  returns: z.strictObject({ data: z.strictObject({ warmed: z.int(), keys: z.array(z.string()) }) }),
  act: async (c, { body }) => {
    const known = new Set(manifestOf(c).collections.map(({ name }) => name))
    const warmedNames = body?.collections ?? [...known]
    const unknown = warmedNames.findIndex((name) => !known.has(name))
    if (unknown !== -1) {
      const text = t('There is no collection {name}.', { name: warmedNames[unknown] ?? '' })
      const errors = [{ path: `collections.${unknown}`, code: 'unknown_collection', message: text }]
      throw new HttpError('validation_failed', text, { errors })
    }
    const keys = (await warmResponses(c, [...new Set(warmedNames)])).map((name) => `cache:${RESPONSES}:${name}`)
    return { data: { warmed: keys.length, keys } }
  },
  to: ({ data }) => pathOf('/admin/cache', 'warmed', data.warmed),
})
