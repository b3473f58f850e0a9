/** What other plugins use of email: `await findService(c, 'email')`, `null` while no plugin sends mail. */
import { log, type RequestContext } from 'lintel/kit'
import { plainText } from './plain-text.ts'
import { enqueue } from './queue.ts'
import { MessageRefused } from './refused.ts'
import { render } from './templates/render.ts'
import type { TemplateInputs, TemplateName } from './templates/templates.ts'

/** A message of one's own. */
export interface EmailMessage {
  /** One address, without a name. */
  readonly to: string
  /** One line, at most 255 characters. */
  readonly subject: string
  /** The HTML part, sent as it is. Whatever stands in it must be escaped already. */
  readonly html: string
  /** The text part. Default: the words and links of `html`. */
  readonly text?: string
}

/** Every template greets by name where it is given one. Markup in a name is shown as text. */
interface Addressed {
  /** One address, without a name. */
  readonly to: string
  /** How the recipient is greeted. Default: without a name. */
  readonly name?: string
}

/**
 * Links in templates are `https:`, or lead to the service itself. A path such as `/auth/verify-email?token=…` becomes
 * a link to the environment's domain: prefer it, since the `Host` header of a request is the caller's to choose.
 */
export interface VerificationEmail extends Addressed {
  readonly verificationUrl: string
  /** For how long the link works, in hours. Default 24. */
  readonly expiryHours?: number
}

export interface PasswordResetEmail extends Addressed {
  readonly resetUrl: string
  /** For how long the link works, in minutes. Default 60. */
  readonly expiryMinutes?: number
}

export interface OneTimeCodeEmail extends Addressed {
  readonly code: string
  /** For how long the code works, in minutes. */
  readonly expiryMinutes: number
}

export interface MagicLinkEmail extends Addressed {
  readonly magicLinkUrl: string
  /** For how long the link works, in minutes. */
  readonly expiryMinutes: number
}

export interface RegistrationConfirmationEmail extends Addressed {
  /** Where to sign in. Default: no button. */
  readonly loginUrl?: string
}

/** For the owner of an address that somebody tried to register again. */
export interface AccountExistsEmail extends Addressed {
  readonly loginUrl: string
  /** Where to set a new password. Default: not mentioned. */
  readonly resetUrl?: string
}

/** A message that will be sent. */
export interface QueuedEmail {
  /** Its row in `email_messages`; `null` where it could not be queued, which the log explains. */
  readonly id: string | null
}

/**
 * Sends mail (specification, "Programmatic interfaces"). Each call writes the message down and returns; it is sent
 * after the answer, and again later where that fails. No call throws: what keeps a message from being queued is logged.
 */
export interface EmailService {
  sendEmail(message: EmailMessage): Promise<QueuedEmail>
  sendVerificationEmail(message: VerificationEmail): Promise<QueuedEmail>
  sendPasswordResetEmail(message: PasswordResetEmail): Promise<QueuedEmail>
  sendOneTimeCodeEmail(message: OneTimeCodeEmail): Promise<QueuedEmail>
  sendMagicLinkEmail(message: MagicLinkEmail): Promise<QueuedEmail>
  sendRegistrationConfirmationEmail(message: RegistrationConfirmationEmail): Promise<QueuedEmail>
  sendAccountExistsEmail(message: AccountExistsEmail): Promise<QueuedEmail>
}

export function emailService(c: RequestContext): EmailService {
  return {
    sendEmail: ({ to, subject, html, text = plainText(html) }) =>
      tryToQueue(c, 'custom', () => enqueue(c, { template: 'custom', to, subject, html, text })),
    sendVerificationEmail: (message) => sendTemplate(c, 'verification', message),
    sendPasswordResetEmail: (message) => sendTemplate(c, 'password-reset', message),
    sendOneTimeCodeEmail: (message) => sendTemplate(c, 'one-time-code', message),
    sendMagicLinkEmail: (message) => sendTemplate(c, 'magic-link', message),
    sendRegistrationConfirmationEmail: (message) => sendTemplate(c, 'registration-confirmation', message),
    sendAccountExistsEmail: (message) => sendTemplate(c, 'account-exists', message),
  }
}

function sendTemplate<Name extends TemplateName>(
  c: RequestContext,
  template: Name,
  values: TemplateInputs[Name],
): Promise<QueuedEmail> {
  return tryToQueue(c, template, async () => {
    const rendered = await render(c, template, values)
    return enqueue(c, { template, to: values.to, ...rendered })
  })
}

/** Mail must not fail the request that causes it: what goes wrong is the log's. */
async function tryToQueue(c: RequestContext, template: string, queue: () => Promise<string>): Promise<QueuedEmail> {
  try {
    return { id: await queue() }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const level = error instanceof MessageRefused ? 'warn' : 'error'
    log(c, level, { type: 'email', template, status: 'refused', error: why })
    return { id: null }
  }
}

declare module 'lintel' {
  interface Services {
    email: EmailService
  }
}
