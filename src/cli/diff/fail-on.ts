import type { Change } from '../../compile/review/change.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'

/** Classes of changes that end the command with a code of their own, the one that goes before the others first. */
export const FAILING = ['destructive', 'breaking', 'opens'] as const

type Failing = (typeof FAILING)[number]

const CODES: Readonly<Record<Failing, ExitCode>> = {
  destructive: exitCodes.breaking,
  breaking: exitCodes.breaking,
  opens: exitCodes.opens,
}

/**
 * The classes named by `--fail-on`: `breaking,opens`, or `none`.
 * @throws Failure for a class that there is not, and for one that never fails
 */
export function parseFailOn(text: string): readonly Failing[] {
  const named = text.split(',').map((name) => name.trim())
  if (named.length === 1 && named[0] === 'none') return []
  const unknown = named.find((name) => !FAILING.some((known) => known === name))
  if (unknown === undefined) return FAILING.filter((name) => named.includes(name))
  throw new Failure(`\`--fail-on\` has no class “${unknown}”.`, {
    hint: `Use ${FAILING.join(', ')}, separated by commas, or none.`,
    exitCode: exitCodes.usage,
  })
}

/** The code of the heaviest class that occurs, of those that are to fail. */
export function exitCodeOfReview(changes: readonly Change[], failOn: readonly Failing[]): ExitCode {
  const heaviest = failOn.find((name) => changes.some((change) => change.class === name))
  return heaviest === undefined ? exitCodes.done : CODES[heaviest]
}
