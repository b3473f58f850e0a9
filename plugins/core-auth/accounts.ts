import { type AccountService, emit, findService, HttpError, type RequestContext, t } from 'lintel/kit'
import { endCredentials } from './credentials.ts'
import { sendVerification } from './email-verification.ts'
import { mailerOf } from './mailer.ts'
import { newPasswordToken } from './password-reset.ts'
import { isFresh } from './prove-again.ts'
import { createUser, findUser, type UserRow, userObject } from './users.ts'

/** For how long an invitation works, in minutes: a week, since nobody waits for it. */
const INVITATION_MINUTES = 7 * 24 * 60
/** For how long a link works that an administrator sends to somebody who has a password, in minutes. */
const LINK_MINUTES = 24 * 60

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
    sendConfirmation: async (userId) => sendVerification(c, await requireUser(c, userId)),
    endSessions: async (userId) => {
      await db.batch(endCredentials(db, userId, { apiTokens: true }))
    },
    needsPassword: async () => !(await isFresh(c)),
  }
}

async function invite(c: RequestContext, userId: string): Promise<void> {
  const mailer = await mailerOf(c)
  const user = await requireUser(c, userId)
  const isNew = user.passwordHash === null && !user.emailVerified
  const expiryMinutes = isNew ? INVITATION_MINUTES : LINK_MINUTES
  const address = `/auth/reset-password?token=${await newPasswordToken(c.var.db, userId, expiryMinutes)}`
  const { email: to, role, firstName } = user
  const named = firstName === null ? {} : { name: firstName }
  if (isNew)
    await mailer.sendInvitationEmail({ to, ...named, role, inviteUrl: `${address}&why=invited`, expiryMinutes })
  else await mailer.sendPasswordResetEmail({ to, ...named, resetUrl: address, expiryMinutes })
}

async function requireUser(c: RequestContext, userId: string): Promise<UserRow> {
  const user = await findUser(c.var.db, userId)
  if (user) return user
  throw new HttpError('not_found', t('There is no such user.'))
}
