import { and, eq } from 'drizzle-orm'
import type { RequestContext } from '../../config/request.ts'
import { users } from '../database/tables.ts'

/**
 * Does work that nobody asks for at the moment, such as a cron job's, as the account that asked for it before, with the
 * role that it has today.
 * @returns what the work returns; `null` where the account is gone or not active, and nothing was done
 * @throws Error in the request of a caller, who is somebody else
 */
export async function actAs<Result>(
  c: RequestContext,
  userId: string,
  work: () => Promise<Result>,
): Promise<Result | null> {
  if (c.get('user') !== null) throw new Error('a request has a caller: only work in the background acts as an account')
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
