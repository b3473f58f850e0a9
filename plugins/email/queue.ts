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

/** Message to be sent. */
export interface Draft {
  readonly template: string
  readonly to: string
  readonly subject: string
  readonly html: string
  /** Default: the words and links of `html`. */
  readonly text?: string
  /** For how long it is worth sending. Default: a day. */
  readonly lifetimeMinutes?: number | undefined
}

/** Characters of both parts together: sealed below what a row may hold, and far above any message. */
const LONGEST = 350_000
const LONGEST_SUBJECT = 255

/** A message for the batch of the change that it tells of: written with it or not at all. */
export interface PreparedMessage {
  readonly id: string
  /** For the batch. */
  readonly statement: BatchItem<'sqlite'>
  /**
   * Has it sent once the answer is on its way. For when the batch is done; where nobody calls it, the next run of the
   * trigger sends it.
   */
  sendSoon(): void
}

/**
 * A message that is ready to be written down.
 * @param onlyIf what must hold in the database for it to be written. Default: nothing
 * @throws MessageRefused for an address or a subject that may not be sent
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
 * Writes the message down and has it sent once the answer is on its way.
 * @returns the message's id
 * @throws MessageRefused for an address or a subject that may not be sent
 */
export async function enqueue(c: RequestContext, draft: Draft): Promise<string> {
  const { id, statement, sendSoon } = await prepare(c, draft)
  await c.var.db.batch([statement])
  sendSoon()
  return id
}

/** In the outbox of development messages are there to be read. */
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
    // The first try is this request's own: nobody else takes the message while it has its time.
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
  if (!isAddress(to)) throw new MessageRefused('the recipient is not one email address')
  if (!isOneLine(subject)) throw new MessageRefused('the subject is not one line')
  if (subject.trim() === '' || subject.length > LONGEST_SUBJECT) {
    throw new MessageRefused(`the subject has not between 1 and ${LONGEST_SUBJECT} characters`)
  }
  if (html.length + text.length > LONGEST) throw new MessageRefused(`it has more than ${LONGEST} characters`)
}
