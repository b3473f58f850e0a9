import { type AccountService, emit, findService, HttpError, type RequestContext, t } from 'lintel/kit'
import { mailerOf } from './mailer.ts'
import { forgetTokens, newOneTimeToken } from './one-time-tokens.ts'
import { revokeSessionsOf } from './sessions.ts'
import { createUser, findUser, userObject } from './users.ts'

/** For how long an invitation works, in minutes. */
const INVITATION_MINUTES = 24 * 60

/** The service `accounts`. */
export function provideAccounts(c: RequestContext): AccountService {
  const { db } = c.var
  return {
    create: async (account) => {
      const created = await createUser(db, account)
      await emit(c, 'user:update', { id: created.id, after: { ...userObject(created) } })
      return { id: created.id }
    },
    canInvite: async () => (await findService(c, 'email')) !== null,
    invite: (userId) => invite(c, userId),
    endSessions: async (userId) => {
      await db.batch([revokeSessionsOf(db, userId), forgetTokens(db, userId, ['reset-password', 'sign-in'])])
    },
  }
}

async function invite(c: RequestContext, userId: string): Promise<void> {
  const mailer = await mailerOf(c)
  const user = await findUser(c.var.db, userId)
  if (!user) throw new HttpError('not_found', t('There is no such user.'))
  const lifetime = INVITATION_MINUTES * 60
  const { token, statements } = await newOneTimeToken(c.var.db, { purpose: 'reset-password', userId, lifetime })
  await c.var.db.batch(statements)
  const resetUrl = `/auth/reset-password?token=${token}`
  await mailer.sendPasswordResetEmail({ to: user.email, resetUrl, expiryMinutes: INVITATION_MINUTES })
}
