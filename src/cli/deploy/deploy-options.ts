import type { Compiled } from '../compile-project.ts'
import type { Variables } from '../shell.ts'
import type { StepOutcome } from '../step-outcome.ts'

/** Steps of a deployment, in order. `secrets` runs only for Cloudflare, `copy` only for a Node host. */
export const STEPS = [
  'check',
  'bundle',
  'secrets',
  'copy',
  'rows',
  'backup',
  'expand',
  'upload',
  'apply',
  'verify',
  'smoke',
] as const

export type Step = (typeof STEPS)[number]

export interface DeployOptions {
  readonly root: string
  readonly compilation: Compiled
  readonly environment: string
  /** Environment variables of the shell: they contain the credentials, and are passed to wrangler. */
  readonly variables: Variables
  /** Address of the deployed service, for the smoke test; `null` if it is unknown. */
  readonly url: string | null
  readonly message: string | null
  /** True to do only what needs neither an account nor another machine. */
  readonly isDry: boolean
  /** Maximum time to wait until the new program responds, in milliseconds. */
  readonly patience: number
  /** Called for each step that is done or skipped. */
  onStep(step: Step, outcome: StepOutcome): void
}
