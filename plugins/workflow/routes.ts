import { defineRoute } from 'lintel'
import { ownPath } from 'lintel/kit'
import * as z from 'zod'
import { commentOn, decide, listReviews, readReview, requestReview } from './reviews.ts'

const EDITORS = ['admin', 'editor'] as const
/**
 * Rule for the routes under `/api/workflow`. Authors have no pages in the admin, so they request reviews and see the
 * results through these routes.
 */
const WRITERS = { permission: 'content.create' } as const

const ok = <Data extends z.ZodType>(data: Data) => z.strictObject({ data })
const text = z.string().trim().min(1).max(5000)
/** Schema of optional text; an empty field counts as missing. */
const optionalText = z.string().trim().max(5000).optional()
const status = z.enum(['requested', 'approved', 'rejected', 'withdrawn'])
/** Schema of a status filter; a form field that was left empty counts as missing. */
const chosenStatus = z.preprocess((value) => (value === '' ? undefined : value), status.optional())
const review = z
  .strictObject({
    id: z.string(),
    collection: z.string(),
    documentId: z.string(),
    title: z.string(),
    version: z.int(),
    draft: z.int().nullable(),
    status,
    reviewer: z.string().nullable(),
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

/** Path on this site that a form leads back to. */
const back = z.string().max(500).optional()
/** The account that the review is requested from. */
const reviewer = z.string().max(64).optional()

const request = z.strictObject({
  collection: z.string().min(1).max(100),
  documentId: z.string().min(1).max(64),
  comment: optionalText,
  reviewer,
})

/** Form that requests a review; the draft is selected as `<collection>/<id>`. */
const askForm = z.strictObject({ document: z.string().min(1).max(200), comment: optionalText, reviewer, back })

export const list = defineRoute({
  method: 'GET',
  path: '/admin/workflow',
  access: EDITORS,
  summary: 'Reviews, newest first; the query limits them to a status or a document',
  input: {
    query: z.strictObject({
      status: chosenStatus,
      document: z.string().max(64).optional(),
      draft: z
        .string()
        .max(200)
        .optional()
        .meta({ description: 'Beginning of the titles of drafts that the page offers.' }),
    }),
  },
  returns: ok(z.array(review)),
  load: async (c, { query }) => ({ data: await listReviews(c, query) }),
  page: () => import('./pages/reviews-page.tsx'),
})

export const askInAdmin = defineRoute({
  method: 'POST',
  path: '/admin/workflow',
  access: EDITORS,
  summary: 'Ask for a review of a draft with a form',
  input: { form: askForm },
  returns: ok(review),
  status: 201,
  problems: ['not_found', 'conflict', 'invalid_transition'],
  act: async (c, { form: { document, comment, reviewer } }) => {
    const [collection = '', documentId = ''] = document.split('/')
    return { data: await requestReview(c, { collection, documentId, comment, reviewer }) }
  },
  to: ({ data }, { form }, c) => ownPath(c, form.back, `/admin/workflow/${data.id}`),
  again: list,
})

export const one = defineRoute({
  method: 'GET',
  path: '/admin/workflow/:id',
  access: EDITORS,
  summary: 'A review with its comments',
  returns: ok(detail),
  problems: ['not_found'],
  load: async (c, { params }) => ({ data: await readReview(c, params.id) }),
  page: () => import('./pages/review-page.tsx'),
})

export const ask = defineRoute({
  method: 'POST',
  path: '/api/workflow/reviews',
  access: WRITERS,
  summary: 'Ask for a review of a draft as it is now',
  input: { json: request },
  returns: ok(review),
  status: 201,
  problems: ['not_found', 'conflict', 'invalid_transition'],
  act: async (c, { json }) => ({ data: await requestReview(c, json) }),
})

export const own = defineRoute({
  method: 'GET',
  path: '/api/workflow/reviews/:id',
  access: WRITERS,
  summary: 'A review with its comments, for reviewers and for the person who asked for it',
  returns: ok(detail),
  problems: ['not_found'],
  load: async (c, { params }) => ({ data: await readReview(c, params.id) }),
})

export const withdraw = defineRoute({
  method: 'POST',
  path: '/api/workflow/reviews/:id/withdraw',
  access: WRITERS,
  summary: 'Withdraw a request for a review',
  returns: ok(review),
  problems: ['not_found', 'invalid_transition'],
  act: async (c, { params }) => ({ data: await decide(c, params.id, 'withdrawn') }),
})

const optionalComment = z.strictObject({ comment: optionalText, back })
const explained = z.strictObject({ comment: text, back })

export const approve = deciding(
  'approve',
  'approved',
  optionalComment,
  'Approve the version of a document for which a review was requested',
)
export const reject = deciding('reject', 'rejected', explained, 'Reject a document, with a reason')

function deciding(
  word: string,
  to: 'approved' | 'rejected',
  body: typeof optionalComment | typeof explained,
  summary: string,
) {
  return defineRoute({
    method: 'POST',
    path: `/admin/workflow/:id/${word}`,
    access: EDITORS,
    summary,
    input: { body },
    returns: ok(review),
    problems: ['not_found', 'invalid_transition'],
    act: async (c, { body, params }) => ({ data: await decide(c, params.id, to, body.comment || undefined) }),
    to: (_, { body, params }, c) => ownPath(c, body.back, `/admin/workflow/${params.id}`),
    again: one,
  })
}

export const withdrawInAdmin = defineRoute({
  method: 'POST',
  path: '/admin/workflow/:id/withdraw',
  access: EDITORS,
  summary: 'Withdraw a request for a review with a form',
  input: { body: z.strictObject({ back }) },
  returns: ok(review),
  problems: ['not_found', 'invalid_transition'],
  act: async (c, { params }) => ({ data: await decide(c, params.id, 'withdrawn') }),
  to: (_, { body, params }, c) => ownPath(c, body.back, `/admin/workflow/${params.id}`),
  again: one,
})

export const say = defineRoute({
  method: 'POST',
  path: '/admin/workflow/:id/comments',
  access: EDITORS,
  summary: 'Comment on a review',
  input: { body: z.strictObject({ text }) },
  returns: ok(z.strictObject({ id: z.string() })),
  status: 201,
  problems: ['not_found'],
  act: async (c, { body, params }) => ({ data: await commentOn(c, params.id, body.text) }),
  to: placeOf,
  again: one,
})

function placeOf(_result: unknown, { params }: { readonly params: { readonly id: string } }): string {
  return `/admin/workflow/${params.id}`
}
