import type * as z from 'zod'
import { type FieldError, MAX_ERRORS } from '../common/errors.ts'
import { t, tn } from '../messages/messages.ts'
import { describeIssue, explain } from './validation-words.ts'

type Issue = z.core.$ZodIssue

/** Validated value, or its problems. */
export type Checked<Value> =
  | { readonly success: true; readonly data: Value }
  | { readonly success: false; readonly errors: readonly FieldError[] }

/** zod's codes that say less than ours would. */
const CODES: Readonly<Record<string, string>> = {
  unrecognized_keys: 'unknown_field',
  invalid_union: 'invalid_type',
  custom: 'invalid',
}

/**
 * Validates a value; what is wrong is said in the reader's language, with the codes of the contract.
 * @param prefix where the value stands in the body
 */
export function checkValue<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  prefix: readonly PropertyKey[] = [],
): Checked<z.output<Schema>> {
  try {
    const result = schema.safeParse(value, { error: explain })
    if (result.success) return { success: true, data: result.data }
    const issues = result.error.issues.slice(0, MAX_ERRORS)
    const errors = issues.flatMap((issue) => explainIssue(issue, value, prefix))
    return { success: false, errors: errors.slice(0, MAX_ERRORS) }
  } catch (error) {
    // zod hands on all that is wrong as arguments of a call, and a call takes some hundred thousand.
    if (!(error instanceof RangeError)) throw error
    const message = t('This holds more mistakes than can be listed.')
    return { success: false, errors: [{ path: join(prefix), code: 'too_many_mistakes', message }] }
  }
}

/** Says how many values are wrong, in a sentence. */
export function describeCount(errors: readonly FieldError[]): string {
  if (errors.length >= MAX_ERRORS) return t('{count} values or more are not valid.', { count: MAX_ERRORS })
  return tn(errors.length, 'One value is not valid.', '{count} values are not valid.')
}

function explainIssue(issue: Issue, input: unknown, prefix: readonly PropertyKey[]): FieldError[] {
  if (issue.code === 'invalid_union') {
    const branch = closestBranch(issue.errors)
    if (branch)
      return branch.flatMap((inner) => explainIssue(inner, valueAt(input, issue.path), [...prefix, ...issue.path]))
  }
  const path = [...prefix, ...issue.path]
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.slice(0, MAX_ERRORS).map((key) => ({
      path: join([...path, key]),
      code: 'unknown_field',
      message: t('There is no such field.'),
    }))
  }
  if (issue.code === 'invalid_type' && (valueAt(input, issue.path) ?? null) === null) {
    return [{ path: join(path), code: 'required', message: t('A value is required.') }]
  }
  return [{ path: join(path), code: CODES[issue.code] ?? issue.code, message: describeIssue(issue) }]
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
