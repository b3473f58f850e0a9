import { and, eq } from 'drizzle-orm'
import type { RequestContext } from '../../config/request.ts'
import { users } from '../database/tables.ts'

/**
 * Runs background work, such as a cron job, as the account that requested it earlier, with the role that the account
 * has now.
 * @returns the result of the work; `null` if the account no longer exists or is not active, in which case nothing was
 * done
 * @throws Error in a request that has a signed-in caller
 */
export async function actAs<Result>(
  c: RequestContext,
  userId: string,
  work: () => Promise<Result>,
): Promise<Result | null> {
  if (c.get('user') !== null) throw new Error('a request has a caller: only background work can act as an account')
  const [account] = await c
    .get('db')
    .select({ id: users.id, email: users.email, role: users.role })
    .from(users)
    .where(and(eq(users.id, userId), eq(users.isActive, true)))
  if (!account) return null
  c.set('user', { ...account, sessionId: null, exp: Number.POSITIVE_INFINITY, iat: 0, by: 'bearer' })
  try {
    return await work()
  } finally {
    c.set('user', null)
  }
}
