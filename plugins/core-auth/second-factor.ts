import { eq } from 'drizzle-orm'
import { emit, HttpError, type RequestContext, users } from 'lintel/kit'
import { mailerOf } from './mailer.ts'
import { proveAgain } from './prove-again.ts'
import type { UserRow } from './users.ts'

/**
 * Turns the caller's second factor on or off.
 * @throws HttpError `invalid_credentials`, `rate_limited`, or `not_configured` where no plugin could send the codes
 */
export async function setSecondFactor(c: RequestContext, enabled: boolean, password: string): Promise<UserRow> {
  if (enabled) await mailerOf(c)
  const { user, forgiven } = await proveAgain(c, password)
  const { db } = c.var
  const [[changed]] = await db.batch([
    db.update(users).set({ secondFactor: enabled, updatedAt: Date.now() }).where(eq(users.id, user.id)).returning(),
    forgiven,
  ])
  if (!changed) throw new HttpError('unauthenticated')
  const [before, after] = [{ secondFactor: user.secondFactor }, { secondFactor: enabled }]
  await emit(c, 'user:update', { id: user.id, before, after })
  return changed
}
