import { asc, eq, sql } from 'drizzle-orm'
import { slugOf } from 'lintel'
import { HttpError, type RequestContext, t, uuidv7 } from 'lintel/kit'
import { type CategoryRow, faqCategories, faqQuestions, type QuestionRow } from './tables.ts'

/** A category with its questions, in their order. */
export interface Category {
  readonly id: string
  readonly name: string
  readonly slug: string
  readonly questions: readonly Question[]
}

export interface Question {
  readonly id: string
  readonly question: string
  readonly answer: string
  readonly published: boolean
}

/** A question with its answer, category and state. */
export interface QuestionInput {
  readonly categoryId: string
  readonly question: string
  readonly answer: string
  readonly published: boolean
}

/** Reads all categories and questions, in order, in one round trip. */
export async function listCategories(c: RequestContext): Promise<Category[]> {
  const { db } = c.var
  const [categories, questions] = await db.batch([
    db.select().from(faqCategories).orderBy(asc(faqCategories.position), asc(faqCategories.id)),
    db.select().from(faqQuestions).orderBy(asc(faqQuestions.position), asc(faqQuestions.id)),
  ])
  return categories.map((category) => ({
    ...categoryObject(category),
    questions: questions.filter(({ categoryId }) => categoryId === category.id).map(questionObject),
  }))
}

/** Returns the public entries: published questions, and categories that contain any. */
export function publicOnes(categories: readonly Category[]) {
  return categories.flatMap(({ questions, ...category }) => {
    const published = questions.filter((one) => one.published).map(({ published: _, ...question }) => question)
    return published.length === 0 ? [] : [{ ...category, questions: published }]
  })
}

/**
 * Reads a question.
 * @throws HttpError `not_found`
 */
export async function readQuestion(c: RequestContext, id: string): Promise<QuestionInput & { readonly id: string }> {
  const { categoryId, question, answer, published } = await findQuestion(c, id)
  return { id, categoryId, question, answer, published }
}

async function findQuestion(c: RequestContext, id: string): Promise<QuestionRow> {
  const [row] = await c.var.db.select().from(faqQuestions).where(eq(faqQuestions.id, id))
  if (row) return row
  throw new HttpError('not_found', t('There is no such question.'))
}

/**
 * Adds a category.
 * @throws HttpError `conflict` if a category with this name, or with the same slug, exists
 */
export async function addCategory(c: RequestContext, name: string): Promise<{ readonly id: string }> {
  const id = uuidv7()
  const slug = (await slugOf(name)) || id
  const last = sql<number>`(SELECT coalesce(max(position), 0) + 1 FROM ${faqCategories})`
  const made = await c.var.db
    .insert(faqCategories)
    .values({ id, name, slug, position: last })
    .onConflictDoNothing()
    .returning({ id: faqCategories.id })
  if (made.length > 0) return { id }
  throw new HttpError('conflict', t('There is already a category with this name.'), {
    errors: [{ path: 'name', code: 'unique', message: t('This is taken.') }],
  })
}

/**
 * Adds a question.
 * @throws HttpError `validation_failed` if its category does not exist
 */
export async function addQuestion(c: RequestContext, input: QuestionInput): Promise<{ readonly id: string }> {
  await requireCategory(c, input.categoryId)
  const id = uuidv7()
  const now = Date.now()
  const last = sql<number>`(SELECT coalesce(max(position), 0) + 1 FROM ${faqQuestions} WHERE category_id = ${input.categoryId})`
  await c.var.db.insert(faqQuestions).values({ ...input, id, position: last, createdAt: now, updatedAt: now })
  return { id }
}

/**
 * Changes a question.
 * @throws HttpError `not_found`, `validation_failed`
 */
export async function changeQuestion(c: RequestContext, id: string, input: QuestionInput): Promise<null> {
  await findQuestion(c, id)
  await requireCategory(c, input.categoryId)
  await c.var.db
    .update(faqQuestions)
    .set({ ...input, updatedAt: Date.now() })
    .where(eq(faqQuestions.id, id))
  return null
}

/**
 * Deletes a category or a question.
 * @throws HttpError `not_found`; `in_use` for a category that has questions
 */
export async function remove(c: RequestContext, kind: Kind, id: string): Promise<null> {
  const { db } = c.var
  const table = TABLES[kind]
  const isEmpty = sql`NOT EXISTS (SELECT 1 FROM ${faqQuestions} WHERE category_id = ${id})`
  const gone = await db
    .delete(table)
    .where(kind === 'categories' ? sql`${table.id} = ${id} AND ${isEmpty}` : eq(table.id, id))
    .returning({ id: table.id })
  if (gone.length > 0) return null
  const [there] = await db.select({ id: table.id }).from(table).where(eq(table.id, id))
  if (there) throw new HttpError('in_use', t('The category has questions: move or delete them first.'))
  throw new HttpError('not_found', t('There is no such entry.'))
}

/**
 * Moves an entry one place up or down in its list. Does nothing at the end of the list.
 * @throws HttpError `not_found`
 */
export async function move(c: RequestContext, kind: Kind, id: string, direction: 'up' | 'down'): Promise<null> {
  const { db } = c.var
  const ids =
    kind === 'categories'
      ? await db
          .select({ id: faqCategories.id })
          .from(faqCategories)
          .orderBy(asc(faqCategories.position), asc(faqCategories.id))
      : await neighbours(c, await findQuestion(c, id))
  const from = ids.findIndex((one) => one.id === id)
  if (from < 0) throw new HttpError('not_found', t('There is no such entry.'))
  const to = from + (direction === 'up' ? -1 : 1)
  if (to < 0 || to >= ids.length) return null
  const order = ids.map((one) => one.id)
  order.splice(to, 0, ...order.splice(from, 1))
  const places = sql`json_each(${JSON.stringify(order)})`
  const table = TABLES[kind]
  await db
    .update(table)
    .set({ position: sql`(SELECT "key" + 1 FROM ${places} WHERE "value" = ${table.id})` })
    .where(sql`${table.id} IN (SELECT "value" FROM ${places})`)
  return null
}

export type Kind = 'categories' | 'questions'
const TABLES = { categories: faqCategories, questions: faqQuestions } as const

function neighbours(c: RequestContext, { categoryId }: QuestionRow) {
  return c.var.db
    .select({ id: faqQuestions.id })
    .from(faqQuestions)
    .where(eq(faqQuestions.categoryId, categoryId))
    .orderBy(asc(faqQuestions.position), asc(faqQuestions.id))
}

async function requireCategory(c: RequestContext, id: string): Promise<void> {
  const [row] = await c.var.db.select({ id: faqCategories.id }).from(faqCategories).where(eq(faqCategories.id, id))
  if (row) return
  throw new HttpError('validation_failed', t('There is no such category.'), {
    errors: [{ path: 'categoryId', code: 'reference_not_found', message: t('There is no such category.') }],
  })
}

function categoryObject({ id, name, slug }: CategoryRow) {
  return { id, name, slug }
}

function questionObject({ id, question, answer, published }: QuestionRow): Question {
  return { id, question, answer, published }
}
