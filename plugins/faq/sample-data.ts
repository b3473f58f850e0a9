import { isNotNull, sql } from 'drizzle-orm'
import { type SampleData, slugify } from 'lintel'
import { uuidv7 } from 'lintel/kit'
import { faqCategories, faqQuestions } from './tables.ts'

const SAMPLES = [
  {
    name: 'Subscriptions',
    questions: [
      ['How do I cancel my subscription?', 'Under “My account”, at any time. It ends with the month that is paid for.'],
      ['Can I pause the delivery?', 'Yes, for up to eight weeks a year.'],
    ],
  },
  {
    name: 'Letters to the editor',
    questions: [
      ['Where do I send a letter?', 'To letters@example.com, with your name and town.'],
      ['Are all letters printed?', 'No. We choose letters, and shorten long ones.'],
    ],
  },
] as const

/** Sample data: a few questions that readers of a news site ask. */
export const sampleData: SampleData = {
  make: async (c, { seed }) => {
    const { db } = c.var
    let made = 0
    for (const [index, { name, questions }] of SAMPLES.entries()) {
      const id = uuidv7()
      const position = sql<number>`(SELECT coalesce(max(position), 0) + 1 FROM ${faqCategories})`
      const [category] = await db
        .insert(faqCategories)
        .values({ id, name, slug: slugify(name), position, sampleSeed: seed })
        .onConflictDoNothing()
        .returning({ id: faqCategories.id })
      if (!category) continue
      const now = Date.now() + index
      await db.insert(faqQuestions).values(
        questions.map(([question, answer], place) => ({
          id: uuidv7(),
          categoryId: id,
          question,
          answer,
          position: place + 1,
          published: true,
          createdAt: now,
          updatedAt: now,
        })),
      )
      made += 1 + questions.length
    }
    return made
  },
  clear: async (c) => {
    const { db } = c.var
    const made = db.select({ id: faqCategories.id }).from(faqCategories).where(isNotNull(faqCategories.sampleSeed))
    await db.batch([
      db.delete(faqQuestions).where(sql`${faqQuestions.categoryId} IN ${made}`),
      db.delete(faqCategories).where(isNotNull(faqCategories.sampleSeed)),
    ])
  },
}
