import { defineRoute } from 'lintel'
import {
  checkValue,
  HttpError,
  isPageRequest,
  manifestOf,
  message,
  type RequestContext,
  t,
  warmAnswers,
} from 'lintel/kit'
import * as z from 'zod'
import { done, namespaceName, succeeded } from './answer.ts'
import { invalidate } from './invalidations.ts'
import { isolateCacheOf } from './isolate-cache.ts'
import { ANSWERS } from './namespaces.ts'

const pages = () => import('./pages/show.tsx')

export const clear = defineRoute({
  method: 'POST',
  path: '/admin/cache/clear',
  access: ['admin'],
  summary: 'Drop every entry in every tier',
  responses: { 200: succeeded(z.strictObject({ cleared: z.int() })), 303: null },
  handler: async (c) => {
    const cleared = await invalidate(c, isolateCacheOf(c), '*')
    return isPageRequest(c) ? backTo(c, '/admin/cache', 'cleared', cleared) : done(c, { cleared })
  },
})

const what = z
  .strictObject({
    pattern: z.string().min(1).max(500).optional().meta({ description: '`content:*`: `*` stands for any text.' }),
    namespace: namespaceName.optional(),
  })
  .refine(({ pattern, namespace }) => pattern !== undefined || namespace !== undefined, {
    path: ['pattern'],
    message: message('Give a pattern, a namespace, or both.'),
  })

/** What people type is judged in the handler, where the form can be shown again. */
const whatForm = z.strictObject({
  pattern: z.string().trim().max(5000).default(''),
  namespace: z.string().max(500).default(''),
  from: z.literal('browser').optional(),
})

export const drop = defineRoute({
  method: 'POST',
  path: '/admin/cache/invalidate',
  access: ['admin'],
  summary: 'Drop the entries of a namespace, or those that match a pattern',
  input: { json: what, form: whatForm },
  responses: { 200: succeeded(z.strictObject({ invalidated: z.int() })), 303: null },
  handler: async (c, { json, form }) => {
    if (json) return done(c, { invalidated: await invalidateWhat(c, json) })
    const { from, ...typed } = form
    const given = checkValue(what, Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== '')))
    if (!given.success) {
      const { errors } = given
      const problem = errors.map(({ message }) => message).join(' ')
      if (!isPageRequest(c)) throw new HttpError('validation_failed', problem, { errors })
      return (await pages()).showOverview(c, { problem }, typed)
    }
    const count = await invalidateWhat(c, given.data)
    return backTo(c, from === undefined ? '/admin/cache' : '/admin/cache/browser', 'invalidated', count)
  },
})

function invalidateWhat(c: RequestContext, { pattern, namespace }: z.output<typeof what>): Promise<number> {
  return invalidate(c, isolateCacheOf(c), patternOf(pattern, namespace))
}

/** With both, the pattern is one within the namespace, whether it repeats its name or not. */
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
  summary: 'Keep the first page of collections, as anonymous callers see it',
  input: {
    json: z
      .strictObject({
        collections: names.optional().meta({ description: 'Names. Default: all that everybody may read.' }),
      })
      .optional(),
    form: z.strictObject({ collections: z.union([names, z.string().max(100)]).optional() }),
  },
  responses: { 200: succeeded(z.strictObject({ warmed: z.int(), keys: z.array(z.string()) })), 303: null },
  handler: async (c, { json, form }) => {
    const chosen = form?.collections === undefined ? json?.collections : [form.collections].flat()
    const known = new Set(manifestOf(c).collections.map(({ name }) => name))
    const wanted = chosen ?? [...known]
    const unknown = wanted.findIndex((name) => !known.has(name))
    if (unknown !== -1) {
      const text = t('There is no collection {name}.', { name: wanted[unknown] ?? '' })
      const errors = [{ path: `collections.${unknown}`, code: 'unknown_collection', message: text }]
      throw new HttpError('validation_failed', text, { errors })
    }
    const keys = (await warmAnswers(c, [...new Set(wanted)])).map((name) => `cache:${ANSWERS}:${name}`)
    if (isPageRequest(c)) return backTo(c, '/admin/cache', 'warmed', keys.length)
    return done(c, { warmed: keys.length, keys })
  },
})

function backTo(c: RequestContext, path: string, happened: string, count: number): Response {
  return c.redirect(`${path}?${new URLSearchParams({ done: happened, count: String(count) })}`, 303)
}
