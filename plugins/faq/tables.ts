import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Times are integer milliseconds since the epoch, UTC. */

export const faqCategories = sqliteTable(
  'faq_categories',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    slug: text('slug').notNull(),
    position: integer('position').notNull(),
    /** Seed of the sample data; `null` for entries that people wrote. */
    sampleSeed: integer('sample_seed'),
  },
  (table) => [uniqueIndex('faq_categories_slug').on(table.slug), index('faq_categories_position').on(table.position)],
)

export const faqQuestions = sqliteTable(
  'faq_questions',
  {
    id: text('id').primaryKey(),
    categoryId: text('category_id')
      .notNull()
      .references(() => faqCategories.id),
    question: text('question').notNull(),
    /** Answer in plain text; paragraphs are separated by empty lines. */
    answer: text('answer').notNull(),
    position: integer('position').notNull(),
    published: integer('published', { mode: 'boolean' }).notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (table) => [index('faq_questions_category').on(table.categoryId, table.position)],
)

export type CategoryRow = typeof faqCategories.$inferSelect
export type QuestionRow = typeof faqQuestions.$inferSelect
