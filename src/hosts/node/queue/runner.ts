import { randomUUID } from 'node:crypto'
import { sqlText } from '../../../ground/sql-text.ts'
import type { HostBatch, HostDatabase } from '../../host.ts'
import { batchOf, type Taken } from './batch.ts'

export interface RunnerOptions {
  /** Maximum number of deliveries of a message. Default 4: the first, and three more (as in Cloudflare Queues). */
  readonly attempts?: number
  /** Maximum number of messages that are delivered together. Default 10. */
  readonly batch?: number
  /**
   * Pause between two checks of an empty queue, and minimum pause before a message is delivered again, in milliseconds.
   * Default 1,000.
   */
  readonly pause?: number
  /**
   * Milliseconds for which a process leases messages; it renews the lease while it works on them. If the process dies,
   * they wait for this long. Default 60,000.
   */
  readonly lease?: number
  /**
   * Maximum duration of one batch, in milliseconds. After that, other processes may take its messages. Default 15
   * minutes.
   */
  readonly longest?: number
  /** Returns the current time in milliseconds since the epoch. */
  readonly now?: () => number
  /** Called for each failure: of the database, of a delivery, and of a message that has failed for good. */
  readonly onError: (message: string, error?: unknown) => void
}

/** Delivers a queue's messages, in this process. */
export interface QueueRunner {
  /** Checks the queue at once. */
  wake(): void
  /** Stops taking messages; resolves once the current batch is done. */
  stop(): Promise<void>
}

const DEFAULTS = { attempts: 4, batch: 10, pause: 1000, lease: 60_000, longest: 900_000 }

const DUE = 'SELECT EXISTS (SELECT 1 FROM _host_queue WHERE due_at <= ?1 AND failed_at IS NULL) AS due'
const GIVE_UP = sqlText`
    UPDATE _host_queue SET failed_at = ?1, lease = NULL
    WHERE due_at <= ?1 AND failed_at IS NULL AND attempts >= ?2 RETURNING id
  `
const TAKE = sqlText`
  UPDATE _host_queue SET lease = ?2, due_at = ?3, attempts = attempts + 1
  WHERE id IN (SELECT id
    FROM _host_queue
    WHERE due_at <= ?1
    AND failed_at IS NULL
    ORDER BY due_at
    LIMIT CAST(?4 AS INTEGER))
  RETURNING id, body, attempts, sent_at AS sentAt
`
const PROLONG = 'UPDATE _host_queue SET due_at = ?2 WHERE lease = ?1'
const DONE = 'DELETE FROM _host_queue WHERE lease = ?1 AND id IN (SELECT value FROM json_each(?2))'
const AGAIN = sqlText`
  UPDATE _host_queue SET lease = NULL, due_at = ?3 + max(?4, j.delay * 1000)
  FROM (SELECT value ->> 0 AS id, value ->> 1 AS delay FROM json_each(?2)) AS j
  WHERE _host_queue.id = j.id AND lease = ?1
`
const FORGET = 'DELETE FROM _host_queue WHERE failed_at <= ?1'

/** Milliseconds for which messages that have failed for good stay in the table. */
const KEPT = 14 * 86_400_000

/**
 * Starts delivering messages, one batch at a time; no message is delivered by two processes at once. A batch that
 * throws is delivered again. A message that is not done after the maximum number of deliveries is reported, and stays
 * in the table for two weeks.
 */
export function startQueueRunner(
  db: HostDatabase,
  deliver: (batch: HostBatch) => Promise<void>,
  options: RunnerOptions,
): QueueRunner {
  const settings = { ...DEFAULTS, now: Date.now, ...options }
  let isStopped = false
  let wake: () => void = () => undefined
  let isWoken = false
  const rest = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, settings.pause)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
      if (isWoken || isStopped) wake()
    })
  const run = async () => {
    while (!isStopped) {
      isWoken = false
      const hasMore = await deliverSome(db, deliver, settings).catch((error: unknown) => {
        settings.onError('The queue cannot be reached. Trying again.', error)
        return false
      })
      if (!hasMore) await rest()
    }
  }
  const running = run()
  return {
    wake: () => {
      isWoken = true
      wake()
    },
    stop: async () => {
      isStopped = true
      wake()
      await running
    },
  }
}

type Settings = Required<RunnerOptions>

/**
 * Delivers one batch.
 * @returns whether there may be more messages
 */
async function deliverSome(
  db: HostDatabase,
  deliver: (batch: HostBatch) => Promise<void>,
  settings: Settings,
): Promise<boolean> {
  const { now, lease, batch: most, attempts, onError } = settings
  const session = db.withSession()
  const isDue = await session.prepare(DUE).bind(now()).first<number>('due')
  if (!isDue) return false
  const name = randomUUID()
  const [givenUp, taken] = await db.batch<Taken>([
    db.prepare(GIVE_UP).bind(now(), attempts),
    db.prepare(TAKE).bind(now(), name, now() + lease, most),
  ])
  for (const { id } of givenUp?.results ?? []) {
    onError(`Delivery of the message ${id} failed ${attempts} times and is not tried again.`)
  }
  const messages = taken?.results ?? []
  if (messages.length > 0) await deliverTaken(db, deliver, name, messages, settings)
  return messages.length > 0
}

async function deliverTaken(
  db: HostDatabase,
  deliver: (batch: HostBatch) => Promise<void>,
  lease: string,
  taken: readonly Taken[],
  settings: Settings,
): Promise<void> {
  const { now, onError } = settings
  const { batch, outcome } = batchOf(taken)
  let isRefused = false
  try {
    await whileLeased(db, lease, settings, () => deliver(batch))
  } catch (error) {
    isRefused = true
    onError('A batch of messages was not delivered. Delivery will be tried again.', error)
  }
  const { done, again } = outcome(isRefused)
  await db.batch([
    db.prepare(DONE).bind(lease, JSON.stringify(done)),
    db.prepare(AGAIN).bind(lease, JSON.stringify(again), now(), settings.pause),
  ])
}

/**
 * Runs work while renewing the lease.
 * @throws the error of the work, or an Error if the work takes too long; other processes may then take its messages,
 * even while the work continues
 */
async function whileLeased(
  db: HostDatabase,
  name: string,
  { now, lease, longest, onError }: Settings,
  work: () => Promise<void>,
): Promise<void> {
  const prolong = setInterval(() => {
    const until = now() + lease
    const prolonged = db.prepare(PROLONG).bind(name, until).run()
    prolonged.catch((error: unknown) => onError('The lease of a batch of messages could not be renewed.', error))
  }, lease / 3)
  let end: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    end = setTimeout(() => reject(new Error(`not finished within ${longest / 1000} s`)), longest)
  })
  try {
    await Promise.race([work(), late])
  } finally {
    clearInterval(prolong)
    clearTimeout(end)
  }
}

/** Deletes messages that failed for good more than two weeks ago; called by a timer. */
export async function removeGivenUp(db: HostDatabase, now: number): Promise<void> {
  await db
    .prepare(FORGET)
    .bind(now - KEPT)
    .run()
}
