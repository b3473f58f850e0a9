import type { Received } from './send.ts'

/** Asks one thing after another. */
export interface Fuzzer {
  /** Sends one request, and judges its answer. */
  step(): Promise<Step>
  /** Lets everybody sign in anew. */
  renew(): Promise<void>
  close(): void
}

export interface Step {
  readonly received: Received
  /** Subject of the request: an operation, or a kind of page. */
  readonly name: string
}
