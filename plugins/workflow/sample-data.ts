import { and, asc, eq, gte, inArray, lt } from 'drizzle-orm'
import type { SampleData } from 'lintel'
import { coreTables, manifestOf, type RequestContext, runStatements, users } from 'lintel/kit'
import { type CommentRow, type ReviewRow, type ReviewStatus, workflowComments, workflowReviews } from './tables.ts'

/** A sample review with its comments: one of the person who requested it, then one of the person who decided. */
interface Sample {
  readonly status: ReviewStatus
  readonly said: readonly string[]
}

const SAMPLES: readonly Sample[] = [
  { status: 'requested', said: ['Ready for a second pair of eyes. The quotes are checked.'] },
  { status: 'approved', said: ['The figures are from the annual report.', 'Reads well. Go ahead.'] },
  {
    status: 'rejected',
    said: ['Please have a look.', 'The second source is missing, and the title promises too much.'],
  },
  { status: 'withdrawn', said: ['I will rewrite the beginning first.'] },
]
/** Maximum number of sample reviews in each state. */
const EACH = 2
const MINUTE = 60_000

/**
 * Sample reviews in every state. They are about drafts that are sample data, so that no sample review delays a document
 * that people made.
 */
export const sampleData: SampleData = {
  make: async (c, { seed, documents }) => {
    const people = await c.var.db.select({ id: users.id }).from(users).orderBy(asc(users.seq)).limit(2)
    const [decider, asker = decider] = people.map(({ id }) => id)
    if (decider === undefined || asker === undefined) return 0
    const drafts = await findDrafts(
      c,
      documents.map(({ id }) => id),
    )
    const rows = drafts.map((draft, place): Made => madeOf(draft, { seed, place, asker, decider }))
    let made = 0
    for (const { review, comments } of rows) {
      const [inserted] = await c.var.db.insert(workflowReviews).values(review).onConflictDoNothing().returning()
      if (!inserted) continue
      await c.var.db.insert(workflowComments).values(comments)
      made += 1 + comments.length
    }
    return made
  },
  // Comments that people made on sample reviews are deleted, too.
  clear: async (c) => {
    const { db } = c.var
    const isSample = and(gte(workflowReviews.id, FIRST), lt(workflowReviews.id, LAST))
    const made = db.select({ id: workflowReviews.id }).from(workflowReviews).where(isSample)
    await db.batch([
      db.delete(workflowComments).where(inArray(workflowComments.reviewId, made)),
      db.delete(workflowReviews).where(isSample),
    ])
  },
}

interface Draft {
  readonly id: string
  readonly collection: string
  readonly title: string
  readonly version: number
  readonly createdAt: number
}

async function findDrafts(c: RequestContext, ids: readonly string[]): Promise<Draft[]> {
  const { content } = coreTables
  const rows = await c.var.db
    .select({ id: content.id, collection: content.collectionId, title: content.title, createdAt: content.createdAt })
    .from(content)
    .where(and(inArray(content.id, [...ids].slice(0, 80)), eq(content.status, 'draft')))
    .orderBy(asc(content.id))
    .limit(SAMPLES.length * EACH)
  return Promise.all(
    rows.map(async (row) => ({
      ...row,
      title: row.title ?? row.id,
      version: await versionOf(c, row.collection, row.id),
    })),
  )
}

async function versionOf(c: RequestContext, name: string, id: string): Promise<number> {
  const table = manifestOf(c).collections.find((collection) => collection.name === name)?.table
  if (table === undefined) return 1
  const [rows = []] = await runStatements(c, [
    { sql: `SELECT "version" FROM "${table}" WHERE "id" = ?1`, values: [id] },
  ])
  return Number(rows[0]?.version ?? 1)
}

interface Made {
  readonly review: ReviewRow
  readonly comments: CommentRow[]
}

interface Place {
  readonly seed: number
  readonly place: number
  readonly asker: string
  readonly decider: string
}

function madeOf(draft: Draft, { seed, place, asker, decider }: Place): Made {
  const { status, said } = SAMPLES[place % SAMPLES.length] ?? { status: 'requested', said: [] }
  const id = sampleId(seed, place, 0)
  const requestedAt = draft.createdAt + MINUTE
  const isDecided = status !== 'requested'
  return {
    review: {
      id,
      collectionId: draft.collection,
      documentId: draft.id,
      title: draft.title.slice(0, 200),
      version: draft.version,
      draft: null,
      status,
      reviewer: null,
      requestedBy: asker,
      requestedAt,
      decidedBy: isDecided ? (status === 'withdrawn' ? asker : decider) : null,
      decidedAt: isDecided ? requestedAt + MINUTE : null,
    },
    comments: said.map((text, index) => ({
      id: sampleId(seed, place, index + 1),
      reviewId: id,
      authorId: index === 0 ? asker : decider,
      text,
      createdAt: requestedAt + index * MINUTE,
    })),
  }
}

/**
 * Bounds of the ids of sample rows, which are UUIDs of version 8. All other ids have version 7 and begin with a time.
 */
const FIRST = '5eed5eed-'
const LAST = '5eed5eee'

function sampleId(seed: number, place: number, comment: number): string {
  const hex = (value: number, length: number) => (value >>> 0).toString(16).padStart(length, '0').slice(-length)
  const from = hex(seed, 8)
  return `${FIRST}${from.slice(0, 4)}-8${from.slice(4, 7)}-8${from.slice(7)}${hex(comment, 2)}-${hex(place, 12)}`
}
