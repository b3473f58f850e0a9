import type * as z from 'zod'
import type { FieldError } from './errors.ts'

type Issue = z.core.$ZodIssue

/** zod's codes that say less than ours would. */
const CODES: Readonly<Record<string, string>> = {
  unrecognized_keys: 'unknown_field',
  invalid_union: 'invalid_type',
  custom: 'invalid',
}

/**
 * What zod refused, in the words of the contract.
 * @param input the value that was validated: tells a missing value from a wrong one
 * @param prefix where that value stands in the body
 */
export function toFieldErrors(error: z.ZodError, input: unknown, prefix: readonly PropertyKey[] = []): FieldError[] {
  return error.issues.flatMap((issue) => explainIssue(issue, input, prefix))
}

function explainIssue(issue: Issue, input: unknown, prefix: readonly PropertyKey[]): FieldError[] {
  if (issue.code === 'invalid_union') {
    const branch = closestBranch(issue.errors)
    if (branch)
      return branch.flatMap((inner) => explainIssue(inner, valueAt(input, issue.path), [...prefix, ...issue.path]))
  }
  const path = [...prefix, ...issue.path]
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      path: join([...path, key]),
      code: 'unknown_field',
      message: 'There is no such field.',
    }))
  }
  if (issue.code === 'invalid_type' && valueAt(input, issue.path) === undefined) {
    return [{ path: join(path), code: 'required', message: 'A value is required.' }]
  }
  return [{ path: join(path), code: CODES[issue.code] ?? issue.code, message: issue.message }]
}

/** The alternative of a union that the value came closest to: the one that was followed deepest. */
function closestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const depth = (issues: readonly Issue[]) => Math.max(0, ...issues.map((issue) => issue.path.length))
  return branches.filter((issues) => issues.length > 0).toSorted((a, b) => depth(b) - depth(a))[0]
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value
  for (const key of path) {
    if (typeof current !== 'object' || current === null) return undefined
    current = (current as Record<PropertyKey, unknown>)[key] // an object or an array, by the line above
  }
  return current
}

function join(path: readonly PropertyKey[]): string {
  return path.map(String).join('.')
}
