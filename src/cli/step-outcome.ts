import type { Output } from './output.ts'

/** Outcome of one step of a long command, in words: what was done, or the reason why the step was skipped. */
export type StepOutcome = string | { readonly skipped: string }

/** Returns the outcome for programs: `skipped: the database is new`. */
export function describeOutcome(outcome: StepOutcome): string {
  return typeof outcome === 'string' ? outcome : `skipped: ${outcome.skipped}`
}

/** Prints a step with a check mark if it was done, and with a dash if it was skipped. */
export function printStep(step: string, outcome: StepOutcome, output: Output): void {
  const mark = typeof outcome === 'string' ? output.style('green', '✓') : output.style('yellow', '–')
  output.print(`${mark} ${step.padEnd(8)} ${describeOutcome(outcome)}`)
}
