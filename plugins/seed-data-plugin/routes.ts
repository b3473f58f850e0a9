import { defineRoute } from 'lintel'
import { answerForm, checkValue, HttpError, isPageRequest, type RequestContext } from 'lintel/kit'
import * as z from 'zod'
import { clear } from './clear/clear.ts'
import { formValues, goOnPath, type SeedForm, seedForm } from './form.ts'
import { generate, type Outcome, type Part } from './generate.ts'
import { requireAllowed } from './guard.ts'
import { pageQuery, resultPath } from './page-query.ts'
import { statusOf } from './status.ts'
import { checkPassword, type GenerateBody, generateBody, wishOf } from './wish.ts'

const counts = z.strictObject({ content: z.int(), users: z.int(), media: z.int() })
const ok = <Data extends z.ZodType>(data: Data) => z.strictObject({ success: z.literal(true), data })

const outcome = z.strictObject({
  created: counts,
  seed: z.int(),
  skipped: z.array(z.strictObject({ collection: z.string(), reason: z.string(), count: z.int() })),
  next: z.int().nullable().meta({ description: 'Where the next call goes on; `null` when everything is made.' }),
  total: z.int(),
})

const cleared = z.strictObject({
  removed: counts,
  kept: counts.meta({ description: 'What somebody else’s document cannot do without.' }),
  remaining: z.int().meta({ description: 'What is left for the next call.' }),
})

const clearBody = z.strictObject({ limit: z.int().min(1).optional() })

export const page = defineRoute({
  method: 'GET',
  path: '/admin/seed-data',
  access: ['admin'],
  summary: 'Sample data, and forms to make and clear it',
  input: { query: pageQuery },
  responses: { 200: ok(z.strictObject({ ...counts.shape, lastSeededAt: z.string().nullable() })) },
  handler: async (c, { query }) => {
    const data = await statusOf(c)
    c.header('Cache-Control', 'no-store')
    if (!isPageRequest(c)) return c.json({ success: true, data })
    const { showPage } = await import('./pages/show.tsx')
    return showPage(c, { status: data, result: query })
  },
})

export const status = defineRoute({
  method: 'GET',
  path: '/admin/seed-data/status',
  access: ['admin'],
  summary: 'What of the sample data there is, and when it was made last',
  responses: { 200: ok(z.strictObject({ ...counts.shape, lastSeededAt: z.string().nullable() })) },
  handler: async (c) => {
    c.header('Cache-Control', 'no-store')
    return c.json({ success: true, data: await statusOf(c) })
  },
})

export const generateData = defineRoute({
  method: 'POST',
  path: '/admin/seed-data/generate',
  access: ['admin'],
  summary: 'Make sample data that passes the validators of its collections',
  input: { json: generateBody, form: seedForm },
  responses: { 200: ok(outcome), 303: null },
  problems: ['plugin_inactive'],
  handler: async (c, { json, form }) => {
    if (json !== undefined) return c.json({ success: true, data: await run(c, json) })
    return answerForm(
      c,
      async () => answerMade(c, form, await run(c, readForm(form))),
      async (error, status) =>
        (await import('./pages/show.tsx')).showPage(c, { status: await statusOf(c), form, error }, status),
    )
  },
})

export const clearData = defineRoute({
  method: 'POST',
  path: '/admin/seed-data/clear',
  access: ['admin'],
  summary: 'Remove just what was made as sample data, edited or not',
  input: { json: clearBody.optional(), form: z.strictObject({}) },
  responses: { 200: ok(cleared), 303: null },
  handler: async (c, { json, form }) => {
    const data = await clear(c, json?.limit)
    if (form === undefined || !isPageRequest(c)) return c.json({ success: true, data })
    const { content, users, media } = data.kept
    return c.redirect(resultPath({ done: 'cleared', ...data.removed, kept: content + users + media }), 303)
  },
})

/**
 * The way on. Where a script runs, a part that is made asks for the next one by itself; elsewhere a person does, on a page
 * that may be loaded again. Why something could not be made is said by the answer alone.
 */
async function answerMade(c: RequestContext, form: SeedForm, made: Outcome): Promise<Response> {
  if (!isPageRequest(c)) return c.json({ success: true, data: made })
  const hasScript = c.req.header('HX-Request') !== undefined
  if (made.skipped.length > 0 || (hasScript && made.next !== null)) {
    return (await import('./pages/show.tsx')).showOutcome(c, form, made, hasScript)
  }
  const { next, total, seed } = made
  return c.redirect(next === null ? resultPath({ done: 'made', seed }) : goOnPath(form, { next, total, seed }), 303)
}

async function run(c: RequestContext, body: GenerateBody) {
  requireAllowed(c)
  const wish = wishOf(c, body)
  await checkPassword(wish)
  const part: Part = { from: body.from ?? 0, limit: body.limit ?? Number.POSITIVE_INFINITY }
  if (body.clearExisting && part.from === 0) await clear(c)
  return generate(c, wish, part)
}

/** @throws HttpError `validation_failed` with the form's own names */
function readForm(form: z.output<typeof seedForm>): GenerateBody {
  const read = checkValue(generateBody, formValues(form))
  if (read.success) return read.data
  throw new HttpError('validation_failed', undefined, { errors: read.errors })
}
