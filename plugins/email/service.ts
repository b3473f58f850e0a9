/**
 * Functions of email for other plugins: `await findService(c, 'email')`, which is `null` while no plugin sends mail.
 */
import type { SQL } from 'drizzle-orm'
import { log, type RequestContext } from 'lintel/kit'
import type {
  AccountExistsEmail,
  EmailMessage,
  InvitationEmail,
  MagicLinkEmail,
  OneTimeCodeEmail,
  PasswordChangedEmail,
  PasswordResetEmail,
  RegistrationConfirmationEmail,
  SignInChangedEmail,
  TokenMadeEmail,
  VerificationEmail,
} from './email-kinds.ts'
import { enqueue, type PreparedMessage, prepare } from './queue.ts'
import { MessageRefused } from './refused.ts'
import { render } from './templates/render.ts'
import type { TemplateInputs, TemplateName } from './templates/templates.ts'

export type * from './email-kinds.ts'
export type { PreparedMessage } from './queue.ts'

/** A message in the queue. */
export interface QueuedEmail {
  /**
   * Id of the message's row in `email_messages`; `null` if the message could not be queued: the log contains the
   * reason.
   */
  readonly id: string | null
}

/**
 * Sends mail. Each call stores the message and returns. The message is sent after the response; if that fails, it is
 * sent later. No call throws: reasons why a message cannot be queued are logged.
 */
export interface EmailService {
  sendEmail(message: EmailMessage): Promise<QueuedEmail>
  sendVerificationEmail(message: VerificationEmail): Promise<QueuedEmail>
  sendPasswordResetEmail(message: PasswordResetEmail): Promise<QueuedEmail>
  sendPasswordChangedEmail(message: PasswordChangedEmail): Promise<QueuedEmail>
  sendOneTimeCodeEmail(message: OneTimeCodeEmail): Promise<QueuedEmail>
  sendMagicLinkEmail(message: MagicLinkEmail): Promise<QueuedEmail>
  sendRegistrationConfirmationEmail(message: RegistrationConfirmationEmail): Promise<QueuedEmail>
  sendAccountExistsEmail(message: AccountExistsEmail): Promise<QueuedEmail>
  sendInvitationEmail(message: InvitationEmail): Promise<QueuedEmail>
  sendTokenMadeEmail(message: TokenMadeEmail): Promise<QueuedEmail>
  sendSignInChangedEmail(message: SignInChangedEmail): Promise<QueuedEmail>
  /**
   * Prepares a message for the batch of the change that it reports, so that the message and the change are stored
   * together or not at all.
   * @param onlyIf a condition that must hold in the database for the message to be stored. Default: none
   * @returns `null` if the message cannot be sent; the log contains the reason
   */
  prepare<Name extends TemplateName>(
    template: Name,
    values: TemplateInputs[Name],
    onlyIf?: SQL,
  ): Promise<PreparedMessage | null>
}

export function emailService(c: RequestContext): EmailService {
  return {
    sendEmail: (message) => tryToQueue(c, 'custom', () => enqueue(c, { template: 'custom', ...message })),
    sendVerificationEmail: (message) => sendTemplate(c, 'verification', message),
    sendPasswordResetEmail: (message) => sendTemplate(c, 'password-reset', message),
    sendPasswordChangedEmail: (message) => sendTemplate(c, 'password-changed', message),
    sendOneTimeCodeEmail: (message) => sendTemplate(c, 'one-time-code', message),
    sendMagicLinkEmail: (message) => sendTemplate(c, 'magic-link', message),
    sendRegistrationConfirmationEmail: (message) => sendTemplate(c, 'registration-confirmation', message),
    sendAccountExistsEmail: (message) => sendTemplate(c, 'account-exists', message),
    sendInvitationEmail: (message) => sendTemplate(c, 'invitation', message),
    sendTokenMadeEmail: (message) => sendTemplate(c, 'token-made', message),
    sendSignInChangedEmail: (message) => sendTemplate(c, 'sign-in-changed', message),
    prepare: (template, values, onlyIf) =>
      unlessRefused(c, template, async () => prepare(c, await draftOf(c, template, values), onlyIf)),
  }
}

function sendTemplate<Name extends TemplateName>(
  c: RequestContext,
  template: Name,
  values: TemplateInputs[Name],
): Promise<QueuedEmail> {
  return tryToQueue(c, template, async () => enqueue(c, await draftOf(c, template, values)))
}

async function draftOf<Name extends TemplateName>(c: RequestContext, template: Name, values: TemplateInputs[Name]) {
  return { template, to: values.to, ...(await render(c, template, values)) }
}

async function tryToQueue(c: RequestContext, template: string, queue: () => Promise<string>): Promise<QueuedEmail> {
  return { id: await unlessRefused(c, template, queue) }
}

/**
 * Returns the result, or `null` if the message cannot be made. Email must not fail the request that sends it, so the
 * error is only logged.
 */
async function unlessRefused<Result>(
  c: RequestContext,
  template: string,
  make: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await make()
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    const level = error instanceof MessageRefused ? 'warn' : 'error'
    log(c, level, { type: 'email', template, status: 'refused', error: why })
    return null
  }
}

declare module 'lintel' {
  interface Services {
    email: EmailService
  }
}
