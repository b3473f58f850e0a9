import { type RequestContext, uuidv7 } from 'lintel/kit'
import { isAddress, isOneLine } from './address.ts'
import { deliver } from './deliver.ts'
import { plainText } from './plain-text.ts'
import { MessageRefused } from './refused.ts'
import { DEFAULT_LIFETIME, LEASE } from './retry.ts'
import { type EmailRow, emailMessages } from './tables.ts'

/** What is to be sent. */
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

/** Characters of both parts together: far below what a row may hold, and far above any message. */
const LONGEST = 500_000
const LONGEST_SUBJECT = 255

/**
 * Writes the message down and has it sent once the answer is on its way.
 * @returns the message's id
 * @throws MessageRefused for an address or a subject that may not be sent
 */
export async function enqueue(c: RequestContext, draft: Draft): Promise<string> {
  check(draft)
  const now = Date.now()
  const row: EmailRow = {
    id: uuidv7(),
    template: draft.template,
    recipient: draft.to,
    subject: draft.subject,
    html: draft.html,
    body: draft.text ?? plainText(draft.html),
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
  await c.get('db').insert(emailMessages).values(row)
  c.executionCtx.waitUntil(deliver(c, row))
  return row.id
}

function check({ to, subject, html, text = '' }: Draft): void {
  if (!isAddress(to)) throw new MessageRefused('the recipient is not one email address')
  if (!isOneLine(subject)) throw new MessageRefused('the subject is not one line')
  if (subject.trim() === '' || subject.length > LONGEST_SUBJECT) {
    throw new MessageRefused(`the subject has not between 1 and ${LONGEST_SUBJECT} characters`)
  }
  if (html.length + text.length > LONGEST) throw new MessageRefused(`it has more than ${LONGEST} characters`)
}
