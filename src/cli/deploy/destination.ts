import type { Target } from '../target/with-target.ts'

/** Place that a program is deployed to: Cloudflare's network, or a folder of a machine. */
export interface Destination {
  /** Does, and tells, what can be done without changing anything there. */
  rehearse(): Promise<void>
  /** Makes the program ready. What runs there does not notice. */
  prepare(): Promise<void>
  /** Opens its database for as long as `use` takes, with the other methods but for those above. */
  withTarget<Result>(use: (target: Target) => Promise<Result>): Promise<Result>
  /** The version that runs; `null` where none does. */
  running(): Promise<string | null>
  /** Has the new program answer requests. */
  upload(): Promise<Uploaded>
  /** Has the program of an earlier version answer them again. */
  runAgain(version: string): Promise<void>
  /** Takes away what no rollback goes back to. */
  clear(): Promise<void>
}

export interface Uploaded {
  /** For the step's line. */
  readonly outcome: string
  /** True where something answers requests there: a machine's server is started by its owner. */
  readonly isServed: boolean
}
