import { eq } from 'drizzle-orm'
import { emit, HttpError, type RequestContext, t, users } from 'lintel/kit'
import { forgetApp, hasApp, ifApp } from './authenticator/app.ts'
import { countRecoveryCodes } from './authenticator/recovery-codes.ts'
import { mailerOf, withMail } from './mailer.ts'
import { prepareSignInNotice } from './notices.ts'
import { forgetTokens } from './one-time-tokens.ts'
import { requireProof } from './prove-again.ts'
import { requireSession } from './require-session.ts'
import { type Relied, reliedOn } from './unless-changed.ts'
import { findUser, type UserRow } from './users.ts'

/** State of an account's second factor. */
export interface SecondFactor {
  readonly method: 'none' | 'email' | 'app'
  /** Number of recovery codes that still work. */
  readonly recoveryCodes: number
}

export async function secondFactorOf({ var: { db } }: RequestContext, user: UserRow): Promise<SecondFactor> {
  if (!user.secondFactor) return { method: 'none', recoveryCodes: 0 }
  const method = (await hasApp(db, user.id)) ? 'app' : 'email'
  return { method, recoveryCodes: await countRecoveryCodes(db, user.id) }
}

/**
 * Turns the caller's second factor on, with codes by email, or turns it off, whichever kind it is.
 * @throws HttpError `conflict` if codes by email are turned on while an authenticator app is turned on, or if the
 * account is being changed; `not_configured` if no plugin could send the codes; and as `requireProof` does
 */
export async function setSecondFactor(
  c: RequestContext,
  enabled: boolean,
  password: string | undefined,
): Promise<UserRow> {
  if (enabled) await mailerOf(c)
  const { db } = c.var
  const { userId } = requireSession(c)
  const user = await findUser(db, userId)
  if (!user) throw new HttpError('unauthenticated')
  if (enabled && (await hasApp(db, userId))) {
    throw new HttpError('conflict', t('An authenticator app is on: turn it off first.'))
  }
  await requireProof(c, password)
  const onlyIf = enabled ? { onlyIf: ifApp(db, userId, false) } : {}
  return writeSecondFactor(c, user, enabled, { ...reliedOn(c, user), ...onlyIf })
}

/**
 * Turns off a user's second factor on behalf of an administrator, and informs the user by email. Does nothing if there
 * is none.
 * @throws HttpError `conflict` if the account is being changed
 */
export async function resetSecondFactor(c: RequestContext, user: UserRow): Promise<void> {
  if (user.secondFactor) await writeSecondFactor(c, user, false, { account: user })
}

async function writeSecondFactor(c: RequestContext, user: UserRow, enabled: boolean, relied: Relied): Promise<UserRow> {
  const { db } = c.var
  const updatedAt = Date.now()
  const change = [
    db.update(users).set({ secondFactor: enabled, updatedAt }).where(eq(users.id, user.id)),
    forgetTokens(db, user.id, ['sign-in', 'sign-in-app']),
    ...forgetApp(db, user.id),
  ] as const
  const isLoss = user.secondFactor && !enabled
  const notice = isLoss ? await prepareSignInNotice(c, user, { kind: 'factor-off' }) : null
  await withMail(c, change, notice, relied)
  const [before, after] = [{ secondFactor: user.secondFactor }, { secondFactor: enabled }]
  await emit(c, 'user:update', { id: user.id, before, after })
  return { ...user, secondFactor: enabled, updatedAt }
}
