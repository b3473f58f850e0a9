import { sql } from 'drizzle-orm'
import {
  afterResponse,
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
import { LINK_HOURS, prepareVerification } from './email-verification.ts'
import { countMail } from './limits.ts'
import { isAccount, mailerOf } from './mailer.ts'
import { newOneTimeToken } from './one-time-tokens.ts'
import { settings } from './settings.ts'
import { freeUsername, newUserRow, type UserRow, userObject } from './users.ts'

export interface Registration {
  readonly email: string
  /** Password of 8 to 256 characters, and not one of the most common. */
  readonly password: string
  /** Preferred username; if it is taken, a few characters are added. */
  readonly username?: string | undefined
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
}

/** Response to everybody who registers, whether or not the address is taken. */
export const REGISTERED = message('The account is ready. Check your email to confirm the address.')

/**
 * Creates an account with the role viewer. If the address is taken, the response and its timing are the same, and the
 * owner gets an email.
 * @throws HttpError `forbidden` while registration is turned off, `not_configured` if nobody could confirm the address,
 * `rate_limited`, `validation_failed`
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
  const browser = randomToken()
  const created = await write(c, { ...row, username: await freeUsername(c.var.db, row) }, browser)
  setRegistrationCookie(c, browser, LINK_HOURS * 3600)
  if (created) afterResponse(c, () => tellOthers(c, created))
}

/**
 * Stores the account with the email that confirms the address or, if the address is taken, the email to the owner of
 * the address, in one transaction.
 * @param browser value that identifies the browser in which the account was registered
 * @returns `undefined` if the address is taken
 */
async function write(c: RequestContext, row: NewRow, browser: string): Promise<UserRow | undefined> {
  const { db } = c.var
  const { id, email } = row
  const known = await newOneTimeToken(db, {
    purpose: 'registration',
    userId: id,
    lifetime: LINK_HOURS * 3600,
    token: browser,
    onlyIf: isAccount(c, id, email),
  })
  const welcome = await prepareVerification(c, row)
  const toOwner = await prepareNotice(c, row)
  const [[created]] = await db.batch([
    db.insert(users).values(row).onConflictDoNothing().returning(),
    ...known.statements,
    ...(welcome?.statements ?? []),
    ...(toOwner ? [toOwner.statement] : []),
  ])
  const mail = created ? welcome : toOwner
  mail?.sendSoon()
  return created
}

type NewRow = Awaited<ReturnType<typeof newUserRow>>

/** Prepares the email that tells the owner of an address that somebody tried to register it again. */
async function prepareNotice(c: RequestContext, { id, email }: NewRow) {
  const mailer = await findService(c, 'email')
  const isTaken = sql`EXISTS (SELECT 1 FROM ${users} WHERE ${users.email} = ${email} AND ${users.id} <> ${id})`
  const links = { loginUrl: '/auth/login', resetUrl: '/auth/forgot-password' }
  return mailer?.prepare('account-exists', { to: email, ...links }, isTaken)
}

/**
 * Requires that registration is possible.
 * @throws HttpError `forbidden`, or `not_configured` if addresses must be confirmed and no active plugin sends mail
 */
export async function requireOpen(c: RequestContext): Promise<void> {
  const { registration, requireVerifiedEmail } = settingsOf(c, settings)
  if (!registration) {
    throw new HttpError('forbidden', t('Registration is turned off: ask an administrator for an account.'))
  }
  if (requireVerifiedEmail) await mailerOf(c)
}

/** Tells whether people may register, and could then sign in. */
export async function isOpen(c: RequestContext): Promise<boolean> {
  const { registration, requireVerifiedEmail } = settingsOf(c, settings)
  return registration && (!requireVerifiedEmail || (await findService(c, 'email')) !== null)
}

async function tellOthers(c: RequestContext, user: UserRow): Promise<void> {
  await emit(c, 'user:update', { actor: user.id, id: user.id, after: { ...userObject(user) } })
}
