import { aliasedTable, asc, desc, eq, getTableName, sql } from 'drizzle-orm'
import { type RequestContext, settingsOf, users } from 'lintel/kit'
import { reviewersQuery } from '../reviewers.ts'
import { isReviewer, mayDecide } from '../reviews.ts'
import { settings } from '../settings.ts'
import { type ReviewRow, workflowComments, workflowReviews } from '../tables.ts'

/** Maximum number of a document's reviews that are read. */
const SHOWN = 20

/** A comment, with its author's name; `null` if the account no longer exists. */
export interface Remark {
  readonly author: string | null
  readonly text: string
  readonly createdAt: number
}

/** The state of a document's review, for one reader. */
export interface PanelState {
  /** The latest review; `null` if there is none. */
  readonly review: ReviewRow | null
  readonly names: { readonly asker: string | null; readonly reviewer: string | null; readonly decider: string | null }
  /** Comments on the latest review; empty unless the reader requested the review or is a reviewer. */
  readonly remarks: readonly Remark[]
  readonly reviews: number
  readonly reviewers: readonly { readonly id: string; readonly username: string }[]
  readonly may: { readonly decide: boolean; readonly withdraw: boolean }
  /** True if documents of the collection need a review before they are published. */
  readonly isRequired: boolean
}

/** Reads the state of the panel in one round trip. */
export async function readPanel(c: RequestContext, collection: string, documentId: string): Promise<PanelState> {
  const { db } = c.var
  const [asker, reviewer, decider] = [named('asker'), named('reviewer'), named('decider')]
  const [reviews, remarks, reviewers] = await db.batch([
    db
      .select({ row: workflowReviews, asker: nameOf(asker), reviewer: nameOf(reviewer), decider: nameOf(decider) })
      .from(workflowReviews)
      .leftJoin(asker, eq(asker.id, workflowReviews.requestedBy))
      .leftJoin(reviewer, eq(reviewer.id, workflowReviews.reviewer))
      .leftJoin(decider, eq(decider.id, workflowReviews.decidedBy))
      .where(eq(workflowReviews.documentId, documentId))
      .orderBy(desc(workflowReviews.requestedAt), desc(workflowReviews.id))
      .limit(SHOWN),
    db
      .select({
        reviewId: workflowComments.reviewId,
        author: users.username,
        text: workflowComments.text,
        createdAt: workflowComments.createdAt,
      })
      .from(workflowReviews)
      .innerJoin(workflowComments, eq(workflowComments.reviewId, workflowReviews.id))
      .leftJoin(users, eq(users.id, workflowComments.authorId))
      .where(eq(workflowReviews.documentId, documentId))
      .orderBy(asc(workflowComments.createdAt), asc(workflowComments.id)),
    reviewersQuery(c),
  ])
  const [latest] = reviews
  const review = latest?.row ?? null
  const isOpen = review?.status === 'requested'
  const isAsker = review !== null && review.requestedBy === c.get('user')?.id
  return {
    review,
    names: { asker: latest?.asker ?? null, reviewer: latest?.reviewer ?? null, decider: latest?.decider ?? null },
    remarks: isAsker || isReviewer(c) ? remarks.filter(({ reviewId }) => reviewId === review?.id) : [],
    reviews: reviews.length,
    reviewers,
    may: { decide: isOpen && mayDecide(c, review), withdraw: isOpen && isAsker },
    isRequired: settingsOf(c, settings).collections.includes(collection),
  }
}

function named(name: string) {
  return aliasedTable(users, `${name}_account`)
}

/**
 * Selects the name of an account under a distinct column name: if several columns have the same name, a batch returns
 * only one.
 */
function nameOf(account: ReturnType<typeof named>) {
  return sql<string | null>`${account.username}`.as(`${getTableName(account)}_name`)
}
