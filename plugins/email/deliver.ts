import { and, eq, inArray, lt, lte, ne, sql } from 'drizzle-orm'
import { HttpError, log, type RequestContext } from 'lintel/kit'
import { withAsciiDomain } from './address.ts'
import { chooseProvider } from './providers/choose.ts'
import { type Accepted, DeliveryError } from './providers/provider.ts'
import { backoff, LEASE, MAX_ATTEMPTS } from './retry.ts'
import { unseal } from './seal.ts'
import { deliverySettings, usesOutbox, writingSettings } from './settings.ts'
import { type EmailRow, emailMessages } from './tables.ts'

/**
 * Number of messages that are sent at the same time, and maximum number of messages in one run of the scheduled
 * trigger.
 */
const AT_ONCE = 6
const IN_ONE_RUN = 120

/**
 * Tries to send a message that this caller has claimed, and records the result. Never throws: if the result cannot be
 * recorded, the error is logged, and the scheduled trigger tries again.
 */
export async function deliver(c: RequestContext, message: EmailRow): Promise<void> {
  try {
    const outcome = await attempt(c, message)
    await settle(c, message, outcome)
  } catch (error) {
    log(c, 'error', {
      type: 'email',
      id: message.id,
      message: 'the result could not be recorded',
      error: describe(error),
    })
  }
}

/** Sends the messages that are due, at most `IN_ONE_RUN`. Of several simultaneous callers, only one sends a message. */
export async function deliverDue(c: RequestContext): Promise<void> {
  for (let sent = 0; sent < IN_ONE_RUN; sent += AT_ONCE) {
    const claimed = await claimDue(c)
    await Promise.all(claimed.map((message) => deliver(c, message)))
    if (claimed.length < AT_ONCE) return
  }
}

/** Deletes messages that were sent or failed for good once they are older than `retentionDays`. */
export async function forgetOld(c: RequestContext): Promise<void> {
  const before = Date.now() - writingSettings(c).retentionDays * 86_400_000
  await c
    .get('db')
    .delete(emailMessages)
    .where(and(lt(emailMessages.createdAt, before), ne(emailMessages.status, 'queued')))
}

/** Finds and claims due messages in one statement, so that no other caller can claim the same messages. */
function claimDue(c: RequestContext): Promise<EmailRow[]> {
  const db = c.get('db')
  const now = Date.now()
  const due = db
    .select({ id: emailMessages.id })
    .from(emailMessages)
    .where(and(eq(emailMessages.status, 'queued'), lte(emailMessages.nextAttemptAt, now)))
    .orderBy(emailMessages.nextAttemptAt)
    .limit(AT_ONCE)
  return db
    .update(emailMessages)
    .set({ attempts: sql`${emailMessages.attempts} + 1`, nextAttemptAt: now + LEASE })
    .where(inArray(emailMessages.id, due))
    .returning()
}

/** Outcome of an attempt to send a message. */
type Outcome =
  | { readonly kind: 'sent'; readonly provider: string; readonly providerId: string | null }
  | { readonly kind: 'later'; readonly error: string; readonly nextAttemptAt: number }
  | { readonly kind: 'failed'; readonly error: string }

async function attempt(c: RequestContext, message: EmailRow): Promise<Outcome> {
  if (message.expiresAt <= Date.now())
    return { kind: 'failed', error: message.error ?? 'the message expired before it could be sent' }
  try {
    const { provider, providerId } = await handOver(c, message)
    return { kind: 'sent', provider, providerId }
  } catch (error) {
    const text = withoutKey(c, describe(error))
    const { permanent, retryAfter } =
      error instanceof DeliveryError ? error : { permanent: false, retryAfter: undefined }
    const nextAttemptAt = Date.now() + backoff(message.attempts, retryAfter)
    const isLast = message.attempts >= MAX_ATTEMPTS || nextAttemptAt >= message.expiresAt
    return permanent || isLast ? { kind: 'failed', error: text } : { kind: 'later', error: text, nextAttemptAt }
  }
}

async function handOver(c: RequestContext, message: EmailRow): Promise<Accepted & { readonly provider: string }> {
  if (usesOutbox(c)) return { provider: 'outbox', providerId: null }
  const [html, text] = await opened(c, message)
  const provider = chooseProvider(c)
  const { fromName, fromEmail, replyTo, provider: name } = deliverySettings(c)
  const accepted = await provider({
    id: message.id,
    from: { name: fromName, email: withAsciiDomain(fromEmail) },
    to: withAsciiDomain(message.recipient),
    replyTo: replyTo && withAsciiDomain(replyTo),
    subject: message.subject,
    html,
    text,
  })
  return { ...accepted, provider: name }
}

/**
 * Decrypts both parts of a message.
 * @throws permanent DeliveryError if the secret has changed in the meantime
 */
async function opened(c: RequestContext, { id, html, body }: EmailRow): Promise<[string, string]> {
  try {
    return [await unseal(c, id, html ?? ''), await unseal(c, id, body ?? '')]
  } catch (error) {
    throw new DeliveryError(describe(error), { permanent: true })
  }
}

async function settle(c: RequestContext, message: EmailRow, outcome: Outcome): Promise<void> {
  const details = { type: 'email', id: message.id, template: message.template, attempts: message.attempts }
  if (outcome.kind === 'later') {
    const { error, nextAttemptAt } = outcome
    await writeDown(c, message, { error, nextAttemptAt })
    return log(c, 'warn', { ...details, status: 'queued', error, nextAttemptAt: new Date(nextAttemptAt).toISOString() })
  }
  const emptied = usesOutbox(c) ? {} : { html: null, body: null }
  if (outcome.kind === 'failed') {
    await writeDown(c, message, { status: 'failed', error: outcome.error, ...emptied })
    return log(c, 'error', { ...details, status: 'failed', error: outcome.error })
  }
  const { provider, providerId } = outcome
  const sent = { status: 'sent', provider, providerId, error: null, sentAt: Date.now() } as const
  await writeDown(c, message, { ...sent, ...emptied })
  log(c, 'info', { ...details, status: 'sent', provider, providerId })
}

/** Records the result, unless another attempt has begun in the meantime. */
async function writeDown(c: RequestContext, { id, attempts }: EmailRow, change: Partial<EmailRow>): Promise<void> {
  await c
    .get('db')
    .update(emailMessages)
    .set(change)
    .where(and(eq(emailMessages.id, id), eq(emailMessages.attempts, attempts), eq(emailMessages.status, 'queued')))
}

function describe(error: unknown): string {
  if (error instanceof HttpError) return error.detail ?? error.title
  return (error instanceof Error ? error.message : String(error)).slice(0, 500)
}

/** Removes the provider's key from text: providers and proxies may repeat what was sent to them. */
function withoutKey(c: RequestContext, text: string): string {
  const { apiKey } = writingSettings(c)
  return apiKey === undefined ? text : text.replaceAll(apiKey, '[redacted]')
}
