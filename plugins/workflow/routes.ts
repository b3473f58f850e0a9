import { type Content, defineRoute } from 'lintel'
import { answerForm, isPageRequest, type RefusedStatus, type RequestContext, t, validate } from 'lintel/kit'
import * as z from 'zod'
import { draftsToReview } from './drafts.ts'
import { commentOn, decide, listReviews, readReview, requestReview } from './reviews.ts'

const EDITORS = ['admin', 'editor'] as const
/** Authors have no pages of the admin: they ask, and see what came of it, through these. */
const WRITERS = { permission: 'content.create' } as const

const ok = <Data extends z.ZodType>(data: Data) => z.strictObject({ success: z.literal(true), data })
const text = z.string().trim().min(1).max(5000)
/** A field that is left empty says nothing. */
const optionalText = z.string().trim().max(5000).optional()
/** A form as it was typed: judged in the handler, where it can be shown again. */
const typed = z.record(z.string(), z.string())
type Typed = z.output<typeof typed>

const status = z.enum(['requested', 'approved', 'rejected', 'withdrawn'])
/** A filter of a form that was left empty says nothing. */
const chosenStatus = z.preprocess((value) => (value === '' ? undefined : value), status.optional())
const review = z
  .strictObject({
    id: z.string(),
    collection: z.string(),
    documentId: z.string(),
    title: z.string(),
    version: z.int(),
    status,
    requestedBy: z.string(),
    requestedAt: z.string(),
    decidedBy: z.string().nullable(),
    decidedAt: z.string().nullable(),
  })
  .meta({ id: 'Review' })
const comment = z.strictObject({
  id: z.string(),
  author: z.string().nullable(),
  text: z.string(),
  createdAt: z.string(),
})
const detail = review
  .extend({ comments: z.array(comment), may: z.strictObject({ decide: z.boolean(), withdraw: z.boolean() }) })
  .meta({ id: 'ReviewDetail' })

const request = z.strictObject({
  collection: z.string().min(1).max(100),
  documentId: z.string().min(1).max(64),
  comment: optionalText,
})

/** A draft is chosen as `<collection>/<id>`. */
const askForm = z.strictObject({ document: z.string().min(1).max(200), comment: optionalText })

export const list = defineRoute({
  method: 'GET',
  path: '/admin/workflow',
  access: EDITORS,
  summary: 'Reviews, newest first: of a status, of a document',
  input: { query: z.strictObject({ status: chosenStatus, document: z.string().max(64).optional() }) },
  responses: { 200: ok(z.array(review)) },
  handler: async (c, { query }) => {
    const data = await listReviews(c, query)
    if (!isPageRequest(c)) return c.json({ success: true, data })
    const { reviewsPage } = await import('./pages/reviews-page.tsx')
    return show(c, reviewsPage({ reviews: data, chosen: query.status, drafts: await draftsToReview(c) }))
  },
})

export const askInAdmin = defineRoute({
  method: 'POST',
  path: '/admin/workflow',
  access: EDITORS,
  summary: 'Ask for a review of a draft, by a form',
  input: { form: typed },
  responses: { 303: null },
  handler: async (c, { form }) =>
    answerForm(
      c,
      async () => {
        const { document, comment } = validate(askForm, form)
        const [collection = '', documentId = ''] = document.split('/')
        const { id } = await requestReview(c, { collection, documentId, ...(comment && { comment }) })
        return c.redirect(`/admin/workflow/${id}`, 303)
      },
      async (problem, code) => {
        const { reviewsPage } = await import('./pages/reviews-page.tsx')
        const refused = { document: form.document ?? '', comment: form.comment ?? '', problem }
        const [reviews, drafts] = [await listReviews(c, {}), await draftsToReview(c)]
        return show(c, reviewsPage({ reviews, chosen: undefined, drafts, refused }), code)
      },
    ),
})

export const one = defineRoute({
  method: 'GET',
  path: '/admin/workflow/:id',
  access: EDITORS,
  summary: 'A review with its comments',
  responses: { 200: ok(detail) },
  problems: ['not_found'],
  handler: async (c) => {
    const data = await readReview(c, c.req.param('id') ?? '')
    if (!isPageRequest(c)) return c.json({ success: true, data })
    const { reviewPage } = await import('./pages/review-page.tsx')
    const { documentId } = data
    return show(c, reviewPage(data, await listReviews(c, { document: documentId })))
  },
})

export const ask = defineRoute({
  method: 'POST',
  path: '/api/workflow/reviews',
  access: WRITERS,
  summary: 'Ask for a review of a draft as it is now',
  input: { json: request },
  responses: { 201: z.strictObject({ data: review }) },
  problems: ['not_found', 'conflict', 'invalid_transition'],
  handler: async (c, { json }) => c.json({ data: await requestReview(c, json) }, 201),
})

export const own = defineRoute({
  method: 'GET',
  path: '/api/workflow/reviews/:id',
  access: WRITERS,
  summary: 'A review with its comments, for reviewers and for who asked for it',
  responses: { 200: z.strictObject({ data: detail }) },
  problems: ['not_found'],
  handler: async (c) => c.json({ data: await readReview(c, c.req.param('id') ?? '') }),
})

export const withdraw = defineRoute({
  method: 'POST',
  path: '/api/workflow/reviews/:id/withdraw',
  access: WRITERS,
  summary: 'Take back what was asked for',
  input: { json: z.strictObject({}).optional(), form: z.strictObject({}) },
  responses: { 200: z.strictObject({ data: review }) },
  problems: ['not_found', 'invalid_transition'],
  handler: async (c) => c.json({ data: await decide(c, c.req.param('id') ?? '', 'withdrawn') }),
})

const asked = z.strictObject({ comment: optionalText })
const explained = z.strictObject({ comment: text })

export const approve = deciding(
  'approve',
  'approved',
  asked,
  'Approve a document as it was when a review was asked for',
)
export const reject = deciding('reject', 'rejected', explained, 'Reject a document, saying why')

function deciding(word: string, to: 'approved' | 'rejected', schema: typeof asked | typeof explained, summary: string) {
  return defineRoute({
    method: 'POST',
    path: `/admin/workflow/:id/${word}`,
    access: EDITORS,
    summary,
    input: { json: schema, form: typed },
    responses: { 200: ok(review), 303: null },
    problems: ['not_found', 'invalid_transition'],
    handler: async (c, { json, form }) => {
      const act = async ({ comment }: { readonly comment?: string | undefined }) =>
        answer(c, await decide(c, idOf(c), to, comment || undefined))
      return json ? act(json) : takeForm(c, form, async () => act(validate(schema, form)))
    },
  })
}

const said = z.strictObject({ text })

export const say = defineRoute({
  method: 'POST',
  path: '/admin/workflow/:id/comments',
  access: EDITORS,
  summary: 'Comment on a review',
  input: { json: said, form: typed },
  responses: { 201: ok(z.strictObject({ id: z.string() })), 303: null },
  problems: ['not_found'],
  handler: async (c, { json, form }) => {
    const act = async ({ text }: z.output<typeof said>) => answer(c, await commentOn(c, idOf(c), text), 201)
    return json ? act(json) : takeForm(c, form, async () => act(validate(said, form)))
  },
})

/** Does what a form of a review's page asks for, or shows the page again with what was typed. */
function takeForm(c: RequestContext, form: Typed, act: () => Promise<Response>): Promise<Response> {
  return answerForm(c, act, async (problem, code) => {
    const refused = { typed: form, problem }
    if (problem.code === 'not_found') {
      const { gonePage } = await import('./pages/gone-page.tsx')
      return show(c, gonePage(refused), code)
    }
    const data = await readReview(c, idOf(c))
    const { reviewPage } = await import('./pages/review-page.tsx')
    return show(c, reviewPage(data, await listReviews(c, { document: data.documentId }), refused), code)
  })
}

function idOf(c: RequestContext): string {
  return c.req.param('id') ?? ''
}

function answer(c: RequestContext, data: object, code: 200 | 201 = 200) {
  if (isPageRequest(c)) return c.redirect(`/admin/workflow/${idOf(c)}`, 303)
  return c.json({ success: true, data }, code)
}

function show(c: RequestContext, content: Content, code: 200 | RefusedStatus = 200) {
  c.header('Cache-Control', 'no-store')
  return c.render(content, { title: t('Reviews'), status: code })
}
