import type { Compiled } from '../compile-project.ts'
import type { Variables } from '../shell.ts'
import type { StepOutcome } from '../step-outcome.ts'

/** The steps in their order. `secrets` are Cloudflare's; `copy` is that of a machine. */
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
  /** Of the shell: they hold the credentials, and wrangler is given them. */
  readonly variables: Variables
  /** Place where the service answers afterwards, for the smoke test; `null`: nowhere that is known. */
  readonly url: string | null
  readonly message: string | null
  /** Does only what needs no account, and no other machine. */
  readonly isDry: boolean
  /** Time for which it waits for the new program to answer, in milliseconds. */
  readonly patience: number
  /** Is told of each step that is done, or left out. */
  onStep(step: Step, outcome: StepOutcome): void
}
