import { defineRoute } from 'lintel'
import * as z from 'zod'
import {
  addCategory,
  addQuestion,
  changeQuestion,
  type Kind,
  listCategories,
  move,
  publicOnes,
  readQuestion,
  remove,
} from './questions.ts'

const EDITORS = ['admin', 'editor'] as const
const PAGE = '/admin/faq'

const text = (max: number) => z.string().trim().min(1).max(max)
const question = z.strictObject({ id: z.string(), question: z.string(), answer: z.string() })
const category = z.strictObject({ id: z.string(), name: z.string(), slug: z.string() })
const made = z.strictObject({ data: z.strictObject({ id: z.string() }) })
const done = z.strictObject({ data: z.null() })

const newCategory = z.strictObject({ name: text(100) })
const newQuestion = z.strictObject({
  categoryId: z.string().min(1).max(64),
  question: text(300),
  answer: text(5000),
  published: z.boolean().default(true),
})
const direction = z.strictObject({ direction: z.enum(['up', 'down']) })

export const list = defineRoute({
  method: 'GET',
  path: '/api/faq',
  access: 'public',
  summary: 'Published questions with their answers, by category, in order',
  returns: z.strictObject({ data: z.array(category.extend({ questions: z.array(question) })) }),
  load: async (c) => ({ data: publicOnes(await listCategories(c)) }),
})

export const overview = defineRoute({
  method: 'GET',
  path: PAGE,
  access: EDITORS,
  summary: 'All questions, and forms to add new ones',
  returns: z.strictObject({
    data: z.array(category.extend({ questions: z.array(question.extend({ published: z.boolean() })) })),
  }),
  load: async (c) => ({ data: await listCategories(c) }),
  page: () => import('./pages/faq-page.tsx'),
})

export const one = defineRoute({
  method: 'GET',
  path: '/admin/faq/questions/:id',
  access: EDITORS,
  summary: 'A question, and a form to change it',
  returns: z.strictObject({ data: question.extend({ categoryId: z.string(), published: z.boolean() }) }),
  problems: ['not_found'],
  load: async (c, { params }) => ({ data: await readQuestion(c, params.id) }),
  page: () => import('./pages/question-page.tsx'),
})

export const createCategory = defineRoute({
  method: 'POST',
  path: '/admin/faq/categories',
  access: EDITORS,
  summary: 'Add a category',
  input: { body: newCategory },
  returns: made,
  status: 201,
  problems: ['conflict'],
  act: async (c, { body }) => ({ data: await addCategory(c, body.name) }),
  to: PAGE,
  again: () => import('./pages/category-page.tsx'),
})

export const createQuestion = defineRoute({
  method: 'POST',
  path: '/admin/faq/questions',
  access: EDITORS,
  summary: 'Add a question',
  input: { body: newQuestion },
  returns: made,
  status: 201,
  act: async (c, { body }) => ({ data: await addQuestion(c, body) }),
  to: PAGE,
  again: () => import('./pages/question-page.tsx'),
})

export const change = defineRoute({
  method: 'POST',
  path: '/admin/faq/questions/:id',
  access: EDITORS,
  summary: 'Change a question',
  input: { body: newQuestion },
  returns: done,
  problems: ['not_found'],
  act: async (c, { body, params }) => ({ data: await changeQuestion(c, params.id, body) }),
  to: PAGE,
  again: one,
})

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
    input: { body: direction },
    returns: done,
    problems: ['not_found'],
    act: async (c, { body, params }) => ({ data: await move(c, kind, params.id, body.direction) }),
    to: PAGE,
  })
}

function removing(kind: Kind) {
  return defineRoute({
    method: 'POST',
    path: `/admin/faq/${kind}/:id/delete`,
    access: EDITORS,
    summary: `Delete one of the ${kind}`,
    returns: done,
    problems: kind === 'categories' ? ['not_found', 'in_use'] : ['not_found'],
    act: async (c, { params }) => ({ data: await remove(c, kind, params.id) }),
    to: PAGE,
  })
}
