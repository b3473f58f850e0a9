import type { Target } from '../target/with-target.ts'

/** Target of a deployment: Cloudflare's network, or a folder on a machine. */
export interface Destination {
  /** Runs the steps that change nothing at the destination, and reports all others as skipped. */
  rehearse(): Promise<void>
  /** Prepares the new program. The running one is not affected. */
  prepare(): Promise<void>
  /**
   * Opens the database of the destination while `use` runs. `running`, `upload`, `runAgain` and `clear` may only be
   * called in that time.
   */
  withTarget<Result>(use: (target: Target) => Promise<Result>): Promise<Result>
  /** Returns the version that runs; `null` if none does. */
  running(): Promise<string | null>
  /** Makes the new program serve requests. */
  upload(): Promise<Uploaded>
  /** Makes the program of an earlier version serve requests again. */
  runAgain(version: string): Promise<void>
  /** Removes the builds that no rollback needs. */
  clear(): Promise<void>
}

export interface Uploaded {
  /** Result of the step, in words for the output. */
  readonly outcome: string
  /** True if a server responds. On a machine there may be none yet, because the machine's owner starts it. */
  readonly isServed: boolean
}
