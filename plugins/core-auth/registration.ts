import {
  emit,
  findService,
  HttpError,
  message,
  type RequestContext,
  randomToken,
  settingsOf,
  t,
  users,
} from 'lintel/kit'
import { setRegistrationCookie } from './cookies.ts'
import { LINK_HOURS, sendVerification } from './email-verification.ts'
import { countMail } from './limits.ts'
import { mailerOf } from './mailer.ts'
import { newOneTimeToken } from './one-time-tokens.ts'
import { settings } from './settings.ts'
import { findUserByEmail, freeUsername, newUserRow, type UserRow, userObject } from './users.ts'

export interface Registration {
  readonly email: string
  /** 8 to 256 characters, none of the most common ones. */
  readonly password: string
  /** A wish: where it is taken, a few characters are added. */
  readonly username?: string | undefined
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
}

/** What everybody is told who registers, whether or not the address is taken. */
export const REGISTERED = message('The account is ready. Look into your mail to confirm the address.')

/**
 * Makes an account of a viewer. A taken email is answered as a new one is, in the same time; its owner gets a mail.
 * @throws HttpError `forbidden` while registration is turned off, `not_configured` where nobody could confirm the
 * address, `rate_limited`, `validation_failed`
 */
export async function register(c: RequestContext, input: Registration): Promise<void> {
  await requireOpen(c)
  await countMail(c, 'register', input.email)
  const { username, firstName, lastName, email, password } = input
  const row = await newUserRow({
    email,
    password,
    role: 'viewer',
    ...(username === undefined ? {} : { username }),
    ...(firstName === undefined ? {} : { firstName }),
    ...(lastName === undefined ? {} : { lastName }),
  })
  const [created] = await c.var.db
    .insert(users)
    .values({ ...row, username: await freeUsername(c.var.db, row) })
    .onConflictDoNothing()
    .returning()
  const browser = randomToken()
  setRegistrationCookie(c, browser, LINK_HOURS * 3600)
  c.executionCtx.waitUntil(created ? welcome(c, created, browser) : tellOwner(c, row.email))
}

/**
 * @throws HttpError `forbidden`, or `not_configured` where addresses must be confirmed and no active plugin sends the
 * mail by which they are
 */
export async function requireOpen(c: RequestContext): Promise<void> {
  const { registration, requireVerifiedEmail } = settingsOf(c, settings)
  if (!registration) {
    throw new HttpError('forbidden', t('Registration is turned off: ask an administrator for an account.'))
  }
  if (requireVerifiedEmail) await mailerOf(c)
}

/** Whether people may register, and could then sign in. */
export async function isOpen(c: RequestContext): Promise<boolean> {
  const { registration, requireVerifiedEmail } = settingsOf(c, settings)
  return registration && (!requireVerifiedEmail || (await findService(c, 'email')) !== null)
}

/** @param browser what the browser keeps in which the account was registered */
async function welcome(c: RequestContext, user: UserRow, browser: string): Promise<void> {
  const known = { purpose: 'registration', userId: user.id, lifetime: LINK_HOURS * 3600, token: browser } as const
  const { statements } = await newOneTimeToken(c.var.db, known)
  await c.var.db.batch(statements)
  await sendVerification(c, user)
  await emit(c, 'user:update', { actor: user.id, id: user.id, after: { ...userObject(user) } })
}

async function tellOwner(c: RequestContext, email: string): Promise<void> {
  const owner = await findUserByEmail(c.var.db, email)
  const mailer = await findService(c, 'email')
  if (!owner) return
  await mailer?.sendAccountExistsEmail({ to: owner.email, loginUrl: '/auth/login', resetUrl: '/auth/forgot-password' })
}
