import { and, eq, inArray, ne } from 'drizzle-orm'
import { HttpError, type RequestContext, settingsOf, t, users } from 'lintel/kit'
import { settings } from './settings.ts'

/** Maximum number of reviewers that a form offers. */
const OFFERED = 100

/** Returns the query for the people who may approve or reject the caller's requests, sorted by username. */
export function reviewersQuery(c: RequestContext) {
  return c.var.db
    .select({ id: users.id, username: users.username })
    .from(users)
    .where(mayReview(c))
    .orderBy(users.username)
    .limit(OFFERED)
}

function mayReview(c: RequestContext) {
  const { reviewers, ownApproval } = settingsOf(c, settings)
  const isOther = ownApproval ? undefined : ne(users.id, c.get('user')?.id ?? '')
  return and(inArray(users.role, reviewers), eq(users.isActive, true), isOther)
}

/**
 * Requires that an account may approve or reject the caller's requests.
 * @throws HttpError `validation_failed` if the account may not
 */
export async function requireReviewer(c: RequestContext, id: string): Promise<void> {
  const [found] = await c.var.db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), mayReview(c)))
  if (found) return
  const message = t('Choose a reviewer other than yourself.')
  throw new HttpError('validation_failed', message, {
    errors: [{ path: 'reviewer', code: 'invalid_value', message }],
  })
}
