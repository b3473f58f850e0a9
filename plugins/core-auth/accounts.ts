import { type AccountService, emit, findService, HttpError, type RequestContext, t } from 'lintel/kit'
import { endCredentials } from './credentials.ts'
import { prepareVerification } from './email-verification.ts'
import { isAccount, mailerOf } from './mailer.ts'
import { preparePasswordToken } from './password-reset.ts'
import { isFresh } from './prove-again.ts'
import { resetSecondFactor } from './second-factor.ts'
import { createUser, findUser, type UserRow, userObject } from './users.ts'

/** For how long an invitation works, in minutes: a week, since nobody waits for it. */
const INVITATION_MINUTES = 7 * 24 * 60
/** For how long a link works that an administrator sends to somebody who has a password, in minutes. */
const LINK_MINUTES = 24 * 60

/** The service `accounts`. */
export function provideAccounts(c: RequestContext): AccountService {
  const { db } = c.var
  return {
    create: async ({ isInvited = false, ...account }) => {
      let sendSoon = () => {}
      const created = await createUser(db, account, async ({ id, email }) => {
        if (!isInvited) return []
        const { role, firstName = null } = account
        const mail = await prepareInvitation(c, { id, email, role, firstName, isNew: true })
        if (mail) sendSoon = mail.sendSoon
        return mail?.statements ?? []
      })
      sendSoon()
      await emit(c, 'user:update', { id: created.id, after: { ...userObject(created) } })
      return { id: created.id }
    },
    canInvite: async () => (await findService(c, 'email')) !== null,
    invite: (userId) => invite(c, userId),
    prepareConfirmation: (account) => prepareVerification(c, account),
    endSessions: async (userId) => {
      await db.batch(endCredentials(db, userId, { apiTokens: true, passkeys: true, identities: true }))
    },
    resetSecondFactor: async (userId) => resetSecondFactor(c, await requireUser(c, userId)),
    needsPassword: async () => !(await isFresh(c)),
  }
}

async function invite(c: RequestContext, userId: string): Promise<void> {
  const user = await requireUser(c, userId)
  const isNew = user.passwordHash === null && !user.emailVerified
  const mail = await prepareInvitation(c, { ...user, isNew })
  if (mail === null) return
  await c.var.db.batch(mail.statements)
  mail.sendSoon()
}

interface Invited extends Pick<UserRow, 'id' | 'email' | 'role' | 'firstName'> {
  /** True where they never had a password. */
  readonly isNew: boolean
}

/**
 * The mail by which somebody sets a password, for a batch: it is written only if the account is there by then.
 * @throws HttpError `not_configured` where no active plugin sends mail
 */
async function prepareInvitation(c: RequestContext, { id, email, role, firstName, isNew }: Invited) {
  const mailer = await mailerOf(c)
  const onlyIf = isAccount(c, id, email)
  const expiryMinutes = isNew ? INVITATION_MINUTES : LINK_MINUTES
  const { token, statements } = await preparePasswordToken(c.var.db, id, expiryMinutes, onlyIf)
  const address = `/auth/reset-password?token=${token}`
  const to = { to: email, ...(firstName === null ? {} : { name: firstName }), expiryMinutes }
  const mail = isNew
    ? await mailer.prepare('invitation', { ...to, role, inviteUrl: `${address}&why=invited` }, onlyIf)
    : await mailer.prepare('password-reset', { ...to, resetUrl: address }, onlyIf)
  return mail && { statements: [...statements, mail.statement] as const, sendSoon: mail.sendSoon }
}

async function requireUser(c: RequestContext, userId: string): Promise<UserRow> {
  const user = await findUser(c.var.db, userId)
  if (user) return user
  throw new HttpError('not_found', t('There is no such user.'))
}
