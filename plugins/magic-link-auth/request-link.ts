import {
  afterResponse,
  clientAddress,
  log,
  message,
  ownPath,
  type RequestContext,
  serviceOf,
  settingsOf,
} from 'lintel/kit'
import { findUserByEmail, normalizeEmail, sendVerification } from '../core-auth/service.ts'
import type { EmailService } from '../email/service.ts'
import { countLink } from './limits.ts'
import { newLink } from './links.ts'
import { settings } from './settings.ts'

/** Response to everybody who requests a link. */
export const LINK_SENT = message(
  'If there is an account with this address, an email with a link to sign in is on its way.',
)

/**
 * Sends a link for signing in. Neither the response nor its timing reveals whether there is an account, which is looked
 * up after the response.
 * @param redirect address to go to after signing in; addresses of other sites are ignored
 * @throws HttpError `rate_limited`, or `plugin_inactive` if no plugin sends mail
 */
export async function requestLink(c: RequestContext, email: string, redirect: string | undefined): Promise<void> {
  const mailer = await serviceOf(c, 'email')
  await countLink(c, normalizeEmail(email))
  afterResponse(c, () => sendLink(c, mailer, normalizeEmail(email), ownPath(c, redirect, '')))
}

async function sendLink(c: RequestContext, mailer: EmailService, email: string, redirect: string): Promise<void> {
  const { linkExpiryMinutes, allowNewUsers, requireEmailVerification } = settingsOf(c, settings)
  const user = await findUserByEmail(c.var.db, email)
  if (!user && !allowNewUsers) return tell(c, 'no_account')
  if (user && !user.isActive) return tell(c, 'account_inactive')
  if (user && !user.emailVerified && requireEmailVerification) {
    tell(c, 'email_unverified')
    return sendVerification(c, user)
  }
  const { token, statement } = await newLink(c.var.db, {
    email,
    lifetime: linkExpiryMinutes,
    ipAddress: clientAddress(c),
    userAgent: c.req.header('user-agent')?.slice(0, 500) ?? null,
  })
  const query = new URLSearchParams({ token, ...(redirect === '' ? {} : { redirect }) })
  const mail = await mailer.prepare('magic-link', {
    to: email,
    ...(user?.firstName ? { name: user.firstName } : {}),
    magicLinkUrl: `/auth/magic-link/verify?${query}`,
    expiryMinutes: linkExpiryMinutes,
  })
  if (mail === null) return
  await c.var.db.batch([statement, mail.statement])
  mail.sendSoon()
  tell(c, 'sent')
}

/** Logs the outcome, for the operator only: the person who requested a link gets the same response in every case. */
function tell(c: RequestContext, outcome: 'sent' | 'no_account' | 'account_inactive' | 'email_unverified'): void {
  log(c, 'info', { type: 'magic_link', event: 'requested', outcome, ip: clientAddress(c) })
}
