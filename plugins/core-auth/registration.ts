import { emit, findService, HttpError, message, type RequestContext, settingsOf, t, users } from 'lintel/kit'
import { sendVerification } from './email-verification.ts'
import { countMail } from './limits.ts'
import { settings } from './settings.ts'
import { findUserByEmail, freeUsername, newUserRow, userObject } from './users.ts'

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
 * @throws HttpError `forbidden` while registration is turned off, `rate_limited`, `validation_failed`
 */
export async function register(c: RequestContext, input: Registration): Promise<void> {
  requireOpen(c)
  await countMail(c, input.email)
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
  c.executionCtx.waitUntil(
    created
      ? Promise.all([
          sendVerification(c, created),
          emit(c, 'user:update', { actor: created.id, id: created.id, after: { ...userObject(created) } }),
        ])
      : tellOwner(c, row.email),
  )
}

/** @throws HttpError `forbidden` */
export function requireOpen(c: RequestContext): void {
  if (settingsOf(c, settings).registration) return
  throw new HttpError('forbidden', t('Registration is turned off: ask an administrator for an account.'))
}

async function tellOwner(c: RequestContext, email: string): Promise<void> {
  const owner = await findUserByEmail(c.var.db, email)
  const mailer = await findService(c, 'email')
  if (!owner) return
  await mailer?.sendAccountExistsEmail({ to: owner.email, loginUrl: '/auth/login', resetUrl: '/auth/forgot-password' })
}
