import { randomUUID } from 'node:crypto'
import { sqlText } from '../../../ground/sql-text.ts'
import type { HostDatabase, HostQueue } from '../../host.ts'

/**
 * Table of messages, which contains each message until it is done. `due_at` is the time from which a message may be
 * delivered, or delivered again if the current delivery does not report back; `lease` identifies that delivery;
 * `failed_at` is set on messages that have failed for good.
 */
export const QUEUE_SCHEMA = {
  _host_queue: sqlText`
    CREATE TABLE IF NOT EXISTS _host_queue (id TEXT PRIMARY KEY NOT NULL, body TEXT NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, due_at INTEGER NOT NULL, lease TEXT, sent_at INTEGER NOT NULL, failed_at INTEGER)
  `,
  _host_queue_due: 'CREATE INDEX IF NOT EXISTS _host_queue_due ON _host_queue (due_at) WHERE failed_at IS NULL',
}

/** Limits of Cloudflare Queues: bytes of a message and of a batch, messages of a batch, seconds of a delay. */
const MAX_MESSAGE = 128_000
const MAX_BATCH = 256_000
const MAX_MESSAGES = 100
const MAX_DELAY = 43_200

const SEND = sqlText`
  INSERT INTO _host_queue (id, body, due_at, sent_at)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3
  FROM json_each(?1)
`

/**
 * Creates a queue in a table of the service's database, so that messages survive the process.
 * @param onSent called when messages have been added
 */
export function createQueue(db: HostDatabase, onSent: () => void, now: () => number = Date.now): HostQueue {
  const send = async (messages: readonly { readonly body: unknown; readonly delaySeconds?: number }[]) => {
    const sentAt = now()
    const rows = messages.map(({ body, delaySeconds = 0 }) => {
      requireDelay(delaySeconds)
      return [randomUUID(), textOf(body), sentAt + delaySeconds * 1000, sentAt] as const
    })
    const size = rows.reduce((sum, [, text]) => sum + Buffer.byteLength(text), 0)
    if (size > MAX_BATCH) throw new Error(`Queue sendBatch failed: ${size} bytes are more than ${MAX_BATCH}`)
    await db.prepare(SEND).bind(JSON.stringify(rows)).run()
    onSent()
  }
  return {
    send: (body, options = {}) => send([{ body, ...options }]),
    sendBatch: async (bodies) => {
      const messages = [...bodies]
      if (messages.length === 0) throw new TypeError('sendBatch() requires at least one message')
      if (messages.length > MAX_MESSAGES) {
        throw new Error(`Queue sendBatch failed: ${messages.length} messages are more than ${MAX_MESSAGES}`)
      }
      return send(messages)
    },
  }
}

function textOf(body: unknown): string {
  const text = JSON.stringify(body)
  if (text === undefined) throw new TypeError('Message body cannot be undefined')
  const size = Buffer.byteLength(text)
  if (size > MAX_MESSAGE) throw new Error(`Queue send failed: a message of ${size} bytes is larger than ${MAX_MESSAGE}`)
  return text
}

/**
 * Checks a delay.
 * @throws Error for a delay that Cloudflare Queues rejects
 */
export function requireDelay(seconds: number): void {
  if (seconds >= 0 && seconds <= MAX_DELAY) return
  throw new Error(`Queue: the delay must be from 0 to ${MAX_DELAY} seconds, not ${seconds}`)
}
