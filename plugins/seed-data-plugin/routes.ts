import { defineRoute } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import * as z from 'zod'
import { clear } from './clear/clear.ts'
import { generate, type Outcome, type Part } from './generate.ts'
import { requireAllowed } from './guard.ts'
import { goOnPath, pageQuery, resultPath } from './page-query.ts'
import { checkPassword, type GenerateBody, generateBody, seedRequestOf } from './seed-request.ts'
import { statusOf } from './status.ts'

const counts = z.strictObject({ content: z.int(), users: z.int(), media: z.int() })
const ok = <Data extends z.ZodType>(data: Data) => z.strictObject({ data })

const outcome = z.strictObject({
  created: counts,
  seed: z.int(),
  skipped: z.array(z.strictObject({ collection: z.string(), reason: z.string(), count: z.int() })),
  next: z
    .int()
    .nullable()
    .meta({ description: 'Position at which the next call continues; `null` if everything has been created.' }),
  total: z.int(),
})

const cleared = z.strictObject({
  removed: counts,
  kept: counts.meta({ description: 'Sample data that was kept because documents created by people need it.' }),
  remaining: z.int().meta({ description: 'Number of entries left for the next call.' }),
})

const amounts = z.strictObject({ ...counts.shape, lastSeededAt: z.string().nullable() })

export const page = defineRoute({
  method: 'GET',
  path: '/admin/seed-data',
  access: ['admin'],
  summary: 'Sample data, and forms to create and clear it',
  input: { query: pageQuery },
  returns: ok(amounts),
  load: async (c) => ({ data: await statusOf(c) }),
  page: () => import('./pages/seed-page.tsx'),
})

export const status = defineRoute({
  method: 'GET',
  path: '/admin/seed-data/status',
  access: ['admin'],
  summary: 'Amount of sample data, and the time at which it was last created',
  returns: ok(amounts),
  load: async (c) => ({ data: await statusOf(c) }),
})

export const generateData = defineRoute({
  method: 'POST',
  path: '/admin/seed-data/generate',
  access: ['admin'],
  summary: 'Create sample data that passes the validators of its collections',
  input: { body: generateBody },
  returns: ok(outcome),
  problems: ['plugin_inactive'],
  act: async (c, { body }) => ({ data: await run(c, body) }),
  to: ({ data }, { body }, c) => wayOn(c, body, data),
  page: () => import('./pages/outcome-page.tsx'),
  again: page,
})

export const clearData = defineRoute({
  method: 'POST',
  path: '/admin/seed-data/clear',
  access: ['admin'],
  summary: 'Remove all sample data, edited or not, and nothing else',
  input: { body: z.strictObject({ limit: z.int().min(1).optional() }).optional() },
  returns: ok(cleared),
  act: async (c, { body }) => ({ data: await clear(c, body?.limit) }),
  to: ({ data: { removed, kept } }) =>
    resultPath({ done: 'cleared', ...removed, kept: kept.content + kept.users + kept.media }),
})

/**
 * Returns the address to go to after a part of the sample data has been made. With a script, the page requests the next
 * part by itself. Without a script, people request it on a page that can be reloaded. Returns `null` to show the
 * response itself: with a script, and if something could not be created, since only the response contains the reasons.
 */
function wayOn(c: RequestContext, body: GenerateBody, { skipped, next, total, seed }: Outcome): string | null {
  const hasScript = c.req.header('HX-Request') !== undefined
  if (skipped.length > 0 || (hasScript && next !== null)) return null
  return next === null ? resultPath({ done: 'made', seed }) : goOnPath(body, { next, total, seed })
}

async function run(c: RequestContext, body: GenerateBody) {
  requireAllowed(c)
  const seedRequest = seedRequestOf(c, body)
  await checkPassword(seedRequest)
  const part: Part = { from: body.from ?? 0, limit: body.limit ?? Number.POSITIVE_INFINITY }
  if (body.clearExisting && part.from === 0) await clear(c)
  return generate(c, seedRequest, part)
}
