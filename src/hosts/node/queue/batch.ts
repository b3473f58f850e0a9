import type { HostBatch, HostMessage } from '../../host.ts'
import { requireDelay } from './queue.ts'

/** A message that this process has leased. */
export interface Taken {
  readonly id: string
  readonly body: string
  readonly attempts: number
  readonly sentAt: number
}

/** Outcome of a batch, by message. */
export interface Outcome {
  /** Ids of messages that are done. */
  readonly done: readonly string[]
  /** Ids of messages to deliver again, with the delay in seconds. */
  readonly again: readonly (readonly [id: string, delay: number])[]
}

/**
 * Returns a batch for the consumer. If the consumer decides about a message more than once, the first decision counts.
 * @returns the batch, and `outcome`, which returns the messages that are done and those to deliver again; `isRefused`
 * is true if the consumer threw an error
 */
export function batchOf(taken: readonly Taken[]): {
  readonly batch: HostBatch
  outcome(isRefused: boolean): Outcome
} {
  /** Delays by id; `null` for acknowledged messages. */
  const delays = new Map<string, number | null>()
  const say = (id: string, delay: number | null) => {
    if (delay !== null) requireDelay(delay)
    if (!delays.has(id)) delays.set(id, delay)
  }
  const messages = taken.map(
    ({ id, body, attempts }): HostMessage => ({
      id,
      body: JSON.parse(body),
      attempts,
      ack: () => say(id, null),
      retry: ({ delaySeconds = 0 } = {}) => say(id, delaySeconds),
    }),
  )
  return {
    batch: {
      messages,
      retryAll: ({ delaySeconds = 0 } = {}) => {
        for (const { id } of taken) say(id, delaySeconds)
      },
    },
    outcome: (isRefused) => {
      const ends = taken.map(({ id }) => ({ id, delay: delays.get(id) ?? (isRefused && !delays.has(id) ? 0 : null) }))
      return {
        done: ends.flatMap(({ id, delay }) => (delay === null ? [id] : [])),
        again: ends.flatMap(({ id, delay }) => (delay === null ? [] : [[id, delay] as const])),
      }
    },
  }
}
