import { and, eq, exists, type SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { findService, HttpError, type RequestContext, users } from 'lintel/kit'
import { batchUnlessChanged, type Relied } from './unless-changed.ts'

/**
 * Finds the service that sends mail.
 * @throws HttpError `not_configured` if no active plugin does
 */
export async function mailerOf(c: RequestContext) {
  const mailer = await findService(c, 'email')
  if (mailer !== null) return mailer
  throw new HttpError(
    'not_configured',
    'This sends an email, but no active plugin of this service can send it: add the plugin email.',
  )
}

/** An email that the service `email` has prepared. */
interface Mail {
  readonly statement: BatchItem<'sqlite'>
  sendSoon(): void
}

/**
 * Makes a change and stores the email about it in one transaction; sends the email after the response.
 * @param mail `null` if no email can be sent: the change is made without it
 * @param relied what must not have changed in the meantime; necessary for a change that lets somebody into an account,
 * or affects how people sign in
 * @throws HttpError `conflict` if any of `relied` has changed
 */
export async function withMail(
  c: RequestContext,
  change: readonly [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]],
  mail: Mail | null | undefined,
  relied?: Relied,
): Promise<void> {
  const statements = [...change, ...(mail ? [mail.statement] : [])] as const
  await (relied === undefined ? c.var.db.batch(statements) : batchUnlessChanged(c, relied, statements))
  mail?.sendSoon()
}

/**
 * Returns the condition that the account exists and has this address when the statement runs, for emails and tokens.
 */
export function isAccount({ var: { db } }: RequestContext, id: string, email: string): SQL {
  return exists(
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, id), eq(users.email, email))),
  )
}
