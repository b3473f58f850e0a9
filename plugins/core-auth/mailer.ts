import { and, eq, exists, type SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { findService, HttpError, type RequestContext, users } from 'lintel/kit'

/**
 * Finds the service that sends mail.
 * @throws HttpError `not_configured` where no active plugin does
 */
export async function mailerOf(c: RequestContext) {
  const mailer = await findService(c, 'email')
  if (mailer !== null) return mailer
  throw new HttpError(
    'not_configured',
    'This sends mail, and no active plugin of this service does: add the plugin email.',
  )
}

/** A mail as the service `email` prepares it. */
interface Mail {
  readonly statement: BatchItem<'sqlite'>
  sendSoon(): void
}

/**
 * Makes a change and writes down the mail that tells of it, both or neither, and has it sent once the answer is on its
 * way.
 * @param mail `null` where none can be sent: the change is made without
 */
export async function withMail(
  { var: { db } }: RequestContext,
  change: readonly [BatchItem<'sqlite'>, ...BatchItem<'sqlite'>[]],
  mail: Mail | null | undefined,
): Promise<void> {
  await db.batch([...change, ...(mail ? [mail.statement] : [])])
  mail?.sendSoon()
}

/** For mails and tokens that are written only if an account is there, with this address, by then. */
export function isAccount({ var: { db } }: RequestContext, id: string, email: string): SQL {
  return exists(
    db
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, id), eq(users.email, email))),
  )
}
