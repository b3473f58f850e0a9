import { and, eq, exists } from 'drizzle-orm'
import { type AccountService, emit, findService, HttpError, type RequestContext, t, users } from 'lintel/kit'
import { endCredentials, forgetMails } from './credentials.ts'
import { prepareVerification } from './email-verification.ts'
import { isAccount, mailerOf, withMail } from './mailer.ts'
import { preparePasswordToken } from './password-reset.ts'
import { isFresh, requireProof } from './prove-again.ts'
import { resetSecondFactor } from './second-factor.ts'
import { createUser, findUser, type UserRow, userObject } from './users.ts'

/** Time for which a link sent by an administrator works, in minutes. */
const LINK_MINUTES = 24 * 60

export function provideAccounts(c: RequestContext): AccountService {
  const { db } = c.var
  return {
    create: async (account) => {
      const created = await createUser(db, account)
      await emit(c, 'user:update', { id: created.id, after: { ...userObject(created) } })
      return { id: created.id }
    },
    sendsMail: async () => (await findService(c, 'email')) !== null,
    sendPasswordLink: (userId) => sendPasswordLink(c, userId),
    prepareConfirmation: (account) => prepareConfirmation(c, account),
    prepareDeactivation: (userId) => {
      const inactive = and(eq(users.id, userId), eq(users.isActive, false))
      const onlyIf = exists(db.select({ id: users.id }).from(users).where(inactive))
      return endCredentials(c, userId, { apiTokens: true, passkeys: true, identities: true, onlyIf })
    },
    resetSecondFactor: async (userId) => resetSecondFactor(c, await requireUser(c, userId)),
    needsPassword: async () => !(await isFresh(c)),
    requireProof: (password) => requireProof(c, password),
  }
}

async function prepareConfirmation(
  c: RequestContext,
  account: { readonly id: string; readonly email: string },
): ReturnType<AccountService['prepareConfirmation']> {
  const mail = await prepareVerification(c, account)
  const ended = forgetMails(c.var.db, account.id, isAccount(c, account.id, account.email))
  return { statements: [ended, ...(mail?.statements ?? [])], sendSoon: () => mail?.sendSoon() }
}

async function sendPasswordLink(c: RequestContext, userId: string): Promise<void> {
  const account = await requireUser(c, userId)
  if (!account.isActive) throw new HttpError('conflict', t('This account is deactivated: activate it first.'))
  const mailer = await mailerOf(c)
  const { token, statements } = await preparePasswordToken(c.var.db, account.id, LINK_MINUTES)
  const mail = await mailer.prepare('password-reset', {
    to: account.email,
    ...(account.firstName === null ? {} : { name: account.firstName }),
    resetUrl: `/auth/reset-password?token=${token}`,
    expiryMinutes: LINK_MINUTES,
  })
  await withMail(c, statements, mail, { account })
}

async function requireUser(c: RequestContext, userId: string): Promise<UserRow> {
  const user = await findUser(c.var.db, userId)
  if (user) return user
  throw new HttpError('not_found', t('There is no such user.'))
}
