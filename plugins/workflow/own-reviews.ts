import { and, desc, eq, gte, or } from 'drizzle-orm'
import type { RequestContext } from 'lintel/kit'
import { mayDecide, type Review, readableRows, reviewObject } from './reviews.ts'
import { workflowReviews } from './tables.ts'

/** Reviews that concern the caller. */
export interface OwnReviews {
  /**
   * Open reviews that the caller may approve or reject, except those that were requested from another person by name.
   */
  readonly waiting: readonly Review[]
  /**
   * Reviews that the caller has requested: open ones, and those requested in the last two weeks, except withdrawn ones.
   */
  readonly asked: readonly Review[]
}

/** Maximum number of reviews in a list, and of reviews that are checked for the list. */
const SHOWN = 8
const LOOKED_THROUGH = 200

const TWO_WEEKS = 14 * 86_400_000

/** Returns the reviews that concern the caller, newest first, at most `SHOWN` in each list. */
export async function readOwnReviews(c: RequestContext): Promise<OwnReviews> {
  const caller = c.get('user')?.id ?? ''
  const isOwn = eq(workflowReviews.requestedBy, caller)
  const rows = await c.var.db
    .select()
    .from(workflowReviews)
    .where(
      or(eq(workflowReviews.status, 'requested'), and(isOwn, gte(workflowReviews.requestedAt, Date.now() - TWO_WEEKS))),
    )
    .orderBy(desc(workflowReviews.requestedAt), desc(workflowReviews.id))
    .limit(LOOKED_THROUGH)
  const readable = await readableRows(c, rows)
  const waiting = readable.filter(
    (row) => row.status === 'requested' && mayDecide(c, row) && (row.reviewer === null || row.reviewer === caller),
  )
  const asked = readable.filter(({ requestedBy, status }) => requestedBy === caller && status !== 'withdrawn')
  const shown = (some: typeof rows) => some.slice(0, SHOWN).map((row) => reviewObject(c, row))
  return { waiting: shown(waiting), asked: shown(asked) }
}
