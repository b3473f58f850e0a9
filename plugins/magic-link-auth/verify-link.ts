import type { SQL } from 'drizzle-orm'
import {
  clientAddress,
  emit,
  failAttempt,
  forgiveStatement,
  HttpError,
  log,
  type RequestContext,
  settingsOf,
  t,
  takeAttempt,
} from 'lintel/kit'
import {
  type Challenge,
  confirmAddress,
  continueSignIn,
  createUser,
  findUserByEmail,
  type SignedIn,
  type UserRow,
} from '../core-auth/service.ts'
import { wrongLinks } from './limits.ts'
import { isStillGood, redeemLink } from './links.ts'
import { settings } from './settings.ts'

type Refusal = 'unknown' | 'used' | 'expired' | 'no_account' | 'account_inactive' | 'email_unverified'

/**
 * Uses up a link and signs in its recipient; with a second factor, starts its check instead.
 * @throws HttpError `magic_link_invalid` for every refusal, since only the log contains the reason; `rate_limited` for
 * callers who open many invalid links; as `continueSignIn` does
 */
export async function verifyLink(c: RequestContext, token: string): Promise<SignedIn | Challenge> {
  const attempt = await takeAttempt(c.var.db, [wrongLinks(c)])
  const link = await redeemLink(c.var.db, token)
  const found =
    link.kind === 'refused' ? link.reason : await accountOf(c, link.email, await isStillGood(c.var.db, token))
  if (typeof found === 'object')
    return continueSignIn(c, found.user, [forgiveStatement(c.var.db, attempt)], found.onlyIf)
  await failAttempt(c.var.db, attempt)
  await tell(c, found, link.email)
  throw new HttpError('magic_link_invalid', t('This link is unknown, has already been used, or has expired.'))
}

interface Found {
  readonly user: UserRow
  /** Condition for the sign-in; absent if confirming the address has just ended the account's links. */
  readonly onlyIf?: SQL
}

/**
 * Returns the account that the owner of an address may sign in to now, or the reason why there is none. The result may
 * differ from that at the time when the link was sent.
 */
async function accountOf(c: RequestContext, email: string, onlyIf: SQL): Promise<Found | Refusal> {
  const { allowNewUsers, requireEmailVerification } = settingsOf(c, settings)
  const known = await findUserByEmail(c.var.db, email)
  const user = known ?? (allowNewUsers ? await newAccount(c, email) : undefined)
  if (!user) return 'no_account'
  if (!user.isActive) return 'account_inactive'
  if (user.emailVerified) return { user, onlyIf }
  if (requireEmailVerification) return 'email_unverified'
  const confirmed = await confirmAddress(c, user.id, onlyIf)
  if (!confirmed) return 'no_account'
  return { user: confirmed.user, ...(confirmed.isClaimed ? {} : { onlyIf }) }
}

/**
 * Creates an account with the role viewer and no password. If another request creates the account at the same moment,
 * returns that account.
 */
async function newAccount(c: RequestContext, email: string): Promise<UserRow | undefined> {
  try {
    const user = await createUser(c.var.db, { email, role: 'viewer', emailVerified: true })
    await emit(c, 'user:update', { actor: user.id, id: user.id })
    return user
  } catch (error) {
    if (error instanceof HttpError && error.code === 'conflict') return findUserByEmail(c.var.db, email)
    throw error
  }
}

async function tell(c: RequestContext, reason: Refusal, email: string | null): Promise<void> {
  const ip = clientAddress(c)
  log(c, 'warn', { type: 'magic_link', event: 'refused', reason, ip })
  if (email !== null) await emit(c, 'auth:login', { actor: null, email, ...(ip === null ? {} : { ip }) })
}
