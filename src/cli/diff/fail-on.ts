import type { Change } from '../../compile/review/change.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'

/**
 * Classes of changes for which the command can exit with a code other than 0. The code is that of the first class that
 * occurs.
 */
export const FAILING = ['destructive', 'breaking', 'opens'] as const

type Failing = (typeof FAILING)[number]

const CODES: Readonly<Record<Failing, ExitCode>> = {
  destructive: exitCodes.breaking,
  breaking: exitCodes.breaking,
  opens: exitCodes.opens,
}

/**
 * Parses the classes in `--fail-on`: `breaking,opens`, or `none`.
 * @throws Failure for an unknown class, and for a class that never makes the command fail
 */
export function parseFailOn(text: string): readonly Failing[] {
  const named = text.split(',').map((name) => name.trim())
  if (named.length === 1 && named[0] === 'none') return []
  const unknown = named.find((name) => !FAILING.some((known) => known === name))
  if (unknown === undefined) return FAILING.filter((name) => named.includes(name))
  throw new Failure(`“${unknown}” is not a class for \`--fail-on\`.`, {
    hint: `Use ${FAILING.join(', ')}, separated by commas, or none.`,
    exitCode: exitCodes.usage,
  })
}

/** Returns the exit code of the first class in `failOn` that occurs; 0 if none does. */
export function exitCodeOfReview(changes: readonly Change[], failOn: readonly Failing[]): ExitCode {
  const heaviest = failOn.find((name) => changes.some((change) => change.class === name))
  return heaviest === undefined ? exitCodes.done : CODES[heaviest]
}
