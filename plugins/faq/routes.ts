import { type Content, defineRoute } from 'lintel'
import { answerForm, isPageRequest, type RefusedStatus, type RequestContext, t, validate } from 'lintel/kit'
import * as z from 'zod'
import {
  addCategory,
  addQuestion,
  changeQuestion,
  findQuestion,
  type Kind,
  listCategories,
  move,
  publicOnes,
  type QuestionInput,
  remove,
} from './questions.ts'

const EDITORS = ['admin', 'editor'] as const
const PAGE = '/admin/faq'

const text = (max: number) => z.string().trim().min(1).max(max)
const question = z.strictObject({ id: z.string(), question: z.string(), answer: z.string() })
const category = z.strictObject({ id: z.string(), name: z.string(), slug: z.string() })
const ok = <Data extends z.ZodType>(data: Data) => z.strictObject({ success: z.literal(true), data })
const made = ok(z.strictObject({ id: z.string() }))
const done = ok(z.null())

const newCategory = z.strictObject({ name: text(100) })
const questionFields = { categoryId: z.string().min(1).max(64), question: text(300), answer: text(5000) }
const questionJson = z.strictObject({ ...questionFields, published: z.boolean().default(true) })
/** A form as it was typed: judged in the handler, where it can be shown again. */
const typed = z.record(z.string(), z.string())
type Typed = z.output<typeof typed>
const direction = z.strictObject({ direction: z.enum(['up', 'down']) })

export const list = defineRoute({
  method: 'GET',
  path: '/api/faq',
  access: 'public',
  summary: 'Published questions with their answers, by category, in order',
  responses: { 200: z.strictObject({ data: z.array(category.extend({ questions: z.array(question) })) }) },
  handler: async (c) => c.json({ data: publicOnes(await listCategories(c)) }),
})

export const overview = defineRoute({
  method: 'GET',
  path: PAGE,
  access: EDITORS,
  summary: 'All questions, and forms to write them',
  responses: {
    200: ok(z.array(category.extend({ questions: z.array(question.extend({ published: z.boolean() })) }))),
  },
  handler: async (c) => {
    const data = await listCategories(c)
    if (!isPageRequest(c)) return c.json({ success: true, data })
    const { faqPage } = await import('./pages/faq-page.tsx')
    return show(c, faqPage(data))
  },
})

export const one = defineRoute({
  method: 'GET',
  path: '/admin/faq/questions/:id',
  access: EDITORS,
  summary: 'A question, to be changed',
  responses: { 200: ok(question.extend({ categoryId: z.string(), published: z.boolean() })) },
  problems: ['not_found'],
  handler: async (c) => {
    const row = await findQuestion(c, c.req.param('id') ?? '')
    if (!isPageRequest(c)) {
      const { id, categoryId, question, answer, published } = row
      return c.json({ success: true, data: { id, categoryId, question, answer, published } })
    }
    const { questionPage } = await import('./pages/question-page.tsx')
    return show(c, questionPage({ id: row.id, categories: await listCategories(c), values: row }))
  },
})

export const createCategory = defineRoute({
  method: 'POST',
  path: '/admin/faq/categories',
  access: EDITORS,
  summary: 'Add a category',
  input: { json: newCategory, form: typed },
  responses: { 201: made, 303: null },
  problems: ['conflict'],
  handler: async (c, { json, form }) => {
    if (json) return answer(c, await addCategory(c, json.name), 201)
    const act = async () => answer(c, await addCategory(c, validate(newCategory, form).name), 201)
    return answerForm(c, act, async (problem, status) => {
      const { categoryPage } = await import('./pages/category-page.tsx')
      return show(c, categoryPage(form.name ?? '', problem), status)
    })
  },
})

export const createQuestion = defineRoute({
  method: 'POST',
  path: '/admin/faq/questions',
  access: EDITORS,
  summary: 'Add a question',
  input: { json: questionJson, form: typed },
  responses: { 201: made, 303: null },
  handler: async (c, { json, form }) => {
    if (json) return answer(c, await addQuestion(c, json), 201)
    return takeQuestion(c, form, null, async (question) => answer(c, await addQuestion(c, question), 201))
  },
})

export const change = defineRoute({
  method: 'POST',
  path: '/admin/faq/questions/:id',
  access: EDITORS,
  summary: 'Change a question',
  input: { json: questionJson, form: typed },
  responses: { 200: done, 303: null },
  problems: ['not_found'],
  handler: async (c, { json, form }) => {
    const id = c.req.param('id') ?? ''
    const act = async (question: QuestionInput) => {
      await changeQuestion(c, id, question)
      return answer(c, null)
    }
    return json ? act(json) : takeQuestion(c, form, id, act)
  },
})

/**
 * Does what the form of a question asks for, or shows it again.
 * @param id of the question; `null` for a new one
 */
function takeQuestion(
  c: RequestContext,
  form: Typed,
  id: string | null,
  act: (question: QuestionInput) => Promise<Response>,
): Promise<Response> {
  // A box that is not ticked is not sent.
  const values = { ...form, published: form.published !== undefined }
  return answerForm(
    c,
    async () => act(validate(questionJson, values)),
    async (problem, status) => {
      const { questionPage } = await import('./pages/question-page.tsx')
      return show(c, questionPage({ id, categories: await listCategories(c), values, problem }), status)
    },
  )
}

export const moveCategory = moving('categories')
export const moveQuestion = moving('questions')
export const removeCategory = removing('categories')
export const removeQuestion = removing('questions')

function moving(kind: Kind) {
  return defineRoute({
    method: 'POST',
    path: `/admin/faq/${kind}/:id/move`,
    access: EDITORS,
    summary: `Move one of the ${kind} up or down`,
    input: { json: direction, form: direction },
    responses: { 200: done, 303: null },
    problems: ['not_found'],
    handler: async (c, { json, form }) => {
      await move(c, kind, c.req.param('id') ?? '', (form ?? json).direction)
      return answer(c, null)
    },
  })
}

function removing(kind: Kind) {
  return defineRoute({
    method: 'POST',
    path: `/admin/faq/${kind}/:id/delete`,
    access: EDITORS,
    summary: `Delete one of the ${kind}`,
    input: { json: z.strictObject({}).optional(), form: z.strictObject({}) },
    responses: { 200: done, 303: null },
    problems: kind === 'categories' ? ['not_found', 'in_use'] : ['not_found'],
    handler: async (c) => {
      await remove(c, kind, c.req.param('id') ?? '')
      return answer(c, null)
    },
  })
}

function answer(c: RequestContext, data: { readonly id: string } | null, status: 200 | 201 = 200) {
  return isPageRequest(c) ? c.redirect(PAGE, 303) : c.json({ success: true, data }, status)
}

function show(c: RequestContext, content: Content, status: 200 | RefusedStatus = 200) {
  c.header('Cache-Control', 'no-store')
  return c.render(content, { title: t('Questions and answers'), status })
}
