import type { HostBatch, HostMessage } from '../../host.ts'
import { requireDelay } from './queue.ts'

/** A row that this process has taken. */
export interface Taken {
  readonly id: string
  readonly body: string
  readonly attempts: number
  readonly sentAt: number
}

/** What becomes of the messages of a batch. */
export interface Outcome {
  /** Ids of those that are done. */
  readonly done: readonly string[]
  /** Ids of those that come again, and after how many seconds. */
  readonly again: readonly (readonly [id: string, delay: number])[]
}

/**
 * A batch as its consumer sees it. What is said of a message first holds.
 * @returns with it `outcome`, which says how it ended; `isRefused` for a consumer that threw
 */
export function batchOf(taken: readonly Taken[]): {
  readonly batch: HostBatch
  outcome(isRefused: boolean): Outcome
} {
  /** Delays by id; `null` for what is acknowledged. */
  const said = new Map<string, number | null>()
  const say = (id: string, delay: number | null) => {
    if (delay !== null) requireDelay(delay)
    if (!said.has(id)) said.set(id, delay)
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
      const ends = taken.map(({ id }) => ({ id, delay: said.get(id) ?? (isRefused && !said.has(id) ? 0 : null) }))
      return {
        done: ends.flatMap(({ id, delay }) => (delay === null ? [id] : [])),
        again: ends.flatMap(({ id, delay }) => (delay === null ? [] : [[id, delay] as const])),
      }
    },
  }
}
