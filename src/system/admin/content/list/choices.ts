import { and, asc, eq, or } from 'drizzle-orm'
import type { RequestContext } from '../../../../runtime/kit.ts'
import { contentColumns, contentViews } from '../tables.ts'

/** A saved view of a list, as a user sees it. */
export interface SavedView {
  readonly id: string
  readonly name: string
  readonly query: string
  readonly columns: readonly string[] | null
  readonly shared: boolean
  /** Tells whether the user has created the view. */
  readonly isOwn: boolean
}

/** Maximum number of views that one user saves for one collection. */
export const MOST_VIEWS = 50

/** Reads the user's choices for a collection: the columns, the user's own views, and shared views. */
export async function listChoices(c: RequestContext, collection: string) {
  const userId = c.get('user')?.id ?? ''
  const ofViews = c.var.db
    .select()
    .from(contentViews)
    .where(
      and(eq(contentViews.collection, collection), or(eq(contentViews.userId, userId), eq(contentViews.shared, true))),
    )
    .orderBy(asc(contentViews.name))
    .limit(2 * MOST_VIEWS)
  const ofColumns = c.var.db
    .select({ columns: contentColumns.columns })
    .from(contentColumns)
    .where(and(eq(contentColumns.userId, userId), eq(contentColumns.collection, collection)))
  const [views, [chosen]] = await c.var.db.batch([ofViews, ofColumns])
  return {
    columns: chosen?.columns ?? null,
    views: views.map(
      ({ id, name, query, columns, shared, userId: owner }): SavedView => ({
        id,
        name,
        query,
        columns,
        shared,
        isOwn: owner === userId,
      }),
    ),
  }
}
