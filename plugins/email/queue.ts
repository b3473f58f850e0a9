import type { SQL } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { afterResponse, insertRow, type RequestContext, uuidv7 } from 'lintel/kit'
import { isAddress, isOneLine } from './address.ts'
import { deliver } from './deliver.ts'
import { plainText } from './plain-text.ts'
import { MessageRefused } from './refused.ts'
import { DEFAULT_LIFETIME, LEASE } from './retry.ts'
import { seal } from './seal.ts'
import { usesOutbox } from './settings.ts'
import { type EmailRow, emailMessages } from './tables.ts'

/** A message to be sent. */
export interface Draft {
  readonly template: string
  readonly to: string
  readonly subject: string
  readonly html: string
  /** The text part. Default: the words and links of `html`. */
  readonly text?: string
  /** Time within which the message is still useful, in minutes: after it, the message is not sent. Default: a day. */
  readonly lifetimeMinutes?: number | undefined
}

/**
 * Maximum number of characters in both parts together: encrypted, they fit into a row, and real messages are far
 * shorter.
 */
const LONGEST = 350_000
const LONGEST_SUBJECT = 255

/** A message that is stored in the same batch as the change that it reports: both are stored, or neither is. */
export interface PreparedMessage {
  readonly id: string
  /** Statement for the batch. */
  readonly statement: BatchItem<'sqlite'>
  /**
   * Sends the message after the response. Call this function when the batch is done; otherwise the next run of the
   * scheduled trigger sends the message.
   */
  sendSoon(): void
}

/**
 * Prepares a message to be stored.
 * @param onlyIf a condition that must hold in the database for the message to be stored. Default: none
 * @throws MessageRefused for an address, a subject or a length that is not allowed
 */
export async function prepare(c: RequestContext, draft: Draft, onlyIf?: SQL): Promise<PreparedMessage> {
  check(draft)
  const row = await rowOf(c, draft)
  return {
    id: row.id,
    statement: insertRow(c.var.db, emailMessages, row, onlyIf),
    sendSoon: () => afterResponse(c, () => deliver(c, row)),
  }
}

/**
 * Stores the message and sends it after the response.
 * @returns the message's id
 * @throws MessageRefused for an address, a subject or a length that is not allowed
 */
export async function enqueue(c: RequestContext, draft: Draft): Promise<string> {
  const { id, statement, sendSoon } = await prepare(c, draft)
  await c.var.db.batch([statement])
  sendSoon()
  return id
}

/**
 * Returns the row of a message. In the outbox of development, its parts are not encrypted, so that people can read
 * them.
 */
async function rowOf(c: RequestContext, draft: Draft): Promise<EmailRow> {
  const now = Date.now()
  const id = uuidv7()
  const stored = (text: string) => (usesOutbox(c) ? text : seal(c, id, text))
  return {
    id,
    template: draft.template,
    recipient: draft.to,
    subject: draft.subject,
    html: await stored(draft.html),
    body: await stored(draft.text ?? plainText(draft.html)),
    status: 'queued',
    // The first attempt belongs to this request: nobody else claims the message before the attempt times out.
    attempts: 1,
    nextAttemptAt: now + LEASE,
    expiresAt: now + (draft.lifetimeMinutes === undefined ? DEFAULT_LIFETIME : draft.lifetimeMinutes * 60_000),
    error: null,
    provider: null,
    providerId: null,
    requestId: c.get('requestId'),
    createdAt: now,
    sentAt: null,
  }
}

function check({ to, subject, html, text = '' }: Draft): void {
  if (!isAddress(to)) throw new MessageRefused('the recipient must be a single email address')
  if (!isOneLine(subject)) throw new MessageRefused('the subject must be a single line')
  if (subject.trim() === '' || subject.length > LONGEST_SUBJECT) {
    throw new MessageRefused(`the subject must have between 1 and ${LONGEST_SUBJECT} characters`)
  }
  if (html.length + text.length > LONGEST) throw new MessageRefused(`the message has more than ${LONGEST} characters`)
}
