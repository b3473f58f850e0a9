import { and, count, desc, eq, inArray, type SQL } from 'drizzle-orm'
import type { RequestContext } from 'lintel/kit'
import { type EmailRow, emailMessages } from './tables.ts'

/** A message in the log, without its content. Times are ISO 8601. */
export interface EmailView {
  readonly id: string
  readonly template: string
  readonly to: string
  readonly subject: string
  readonly status: EmailRow['status']
  readonly attempts: number
  /** Time of the next attempt; `null` unless the message is waiting for one. */
  readonly nextAttemptAt: string | null
  readonly error: string | null
  readonly provider: string | null
  readonly providerId: string | null
  readonly requestId: string
  readonly createdAt: string
  readonly sentAt: string | null
}

export interface MessageFilter {
  readonly to?: string | undefined
  readonly status?: EmailRow['status'] | undefined
}

export interface Paging {
  readonly page: number
  readonly limit: number
}

/** Returns a page of the messages that match a filter, newest first, and their total number. */
export async function listMessages(
  c: RequestContext,
  filter: MessageFilter,
  { page, limit }: Paging,
): Promise<{ readonly rows: readonly EmailRow[]; readonly total: number }> {
  const db = c.get('db')
  const where = conditionOf(filter)
  const [rows, [counted]] = await db.batch([
    db
      .select()
      .from(emailMessages)
      .where(where)
      .orderBy(desc(emailMessages.createdAt), desc(emailMessages.id))
      .limit(limit)
      .offset((page - 1) * limit),
    db.select({ total: count() }).from(emailMessages).where(where),
  ])
  return { rows, total: counted?.total ?? 0 }
}

export function findMessage(c: RequestContext, id: string): Promise<EmailRow | undefined> {
  return c.get('db').select().from(emailMessages).where(eq(emailMessages.id, id)).get()
}

export function view(row: EmailRow): EmailView {
  return {
    id: row.id,
    template: row.template,
    to: row.recipient,
    subject: row.subject,
    status: row.status,
    attempts: row.attempts,
    nextAttemptAt: row.status === 'queued' ? iso(row.nextAttemptAt) : null,
    error: row.error,
    provider: row.provider,
    providerId: row.providerId,
    requestId: row.requestId,
    createdAt: iso(row.createdAt),
    sentAt: row.sentAt === null ? null : iso(row.sentAt),
  }
}

/**
 * Returns the condition for a filter. Addresses of accounts are stored in lower case, so the typed address is also
 * searched for in lower case.
 */
function conditionOf({ to, status }: MessageFilter): SQL | undefined {
  return and(
    to === undefined ? undefined : inArray(emailMessages.recipient, [to.trim(), to.trim().toLowerCase()]),
    status === undefined ? undefined : eq(emailMessages.status, status),
  )
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
