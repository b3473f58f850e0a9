import { aliasedTable, asc, desc, eq, getTableName, sql } from 'drizzle-orm'
import { type RequestContext, settingsOf, users } from 'lintel/kit'
import { reviewersQuery } from '../reviewers.ts'
import { isReviewer, mayDecide } from '../reviews.ts'
import { settings } from '../settings.ts'
import { type ReviewRow, workflowComments, workflowReviews } from '../tables.ts'

/** Reviews of a document that are looked at. */
const SHOWN = 20

/** A comment, with its author's name; `null` where the account is gone. */
export interface Remark {
  readonly author: string | null
  readonly text: string
  readonly createdAt: number
}

/** The state of a document's review, for one reader. */
export interface PanelState {
  /** The latest review; `null` where there was none. */
  readonly review: ReviewRow | null
  readonly names: { readonly asker: string | null; readonly reviewer: string | null; readonly decider: string | null }
  /** Comments on the latest review; nothing for who neither reviews nor has asked for it. */
  readonly remarks: readonly Remark[]
  readonly reviews: number
  readonly reviewers: readonly { readonly id: string; readonly username: string }[]
  readonly may: { readonly decide: boolean; readonly withdraw: boolean }
  /** Documents of the collection are published only after a review. */
  readonly isRequired: boolean
}

/** Reads it in one round trip. */
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

/** Under a name of its own: of columns with one name, a batch returns one. */
function nameOf(account: ReturnType<typeof named>) {
  return sql<string | null>`${account.username}`.as(`${getTableName(account)}_name`)
}
