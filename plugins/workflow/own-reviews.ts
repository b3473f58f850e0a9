import { and, desc, eq, gte, or } from 'drizzle-orm'
import type { RequestContext } from 'lintel/kit'
import { mayDecide, type Review, readableRows, reviewObject } from './reviews.ts'
import { workflowReviews } from './tables.ts'

/** Reviews that concern the caller. */
export interface OwnReviews {
  /** Open ones that they may decide, and that nobody else in particular was asked for. */
  readonly waiting: readonly Review[]
  /** Open ones that they have asked for, and those decided in the last two weeks. */
  readonly asked: readonly Review[]
}

/** Reviews that a list shows, and those that are looked through for them. */
const SHOWN = 8
const LOOKED_THROUGH = 200

const TWO_WEEKS = 14 * 86_400_000

/** Reads them, newest first. */
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
