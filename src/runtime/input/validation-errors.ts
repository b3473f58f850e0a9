import type * as z from 'zod'
import { t, tn } from '../../messages/translate.ts'
import { type FieldError, MAX_ERRORS } from '../common/errors.ts'
import { describeIssue, explain } from './validation-words.ts'

type Issue = z.core.$ZodIssue

/** A validated value, or its errors. */
export type Checked<Value> =
  | { readonly success: true; readonly data: Value }
  | { readonly success: false; readonly errors: readonly FieldError[] }

/** Codes of the API that are more specific than zod's, by zod's code. */
const CODES: Readonly<Record<string, string>> = {
  unrecognized_keys: 'unknown_field',
  invalid_union: 'invalid_type',
  custom: 'invalid',
}

/**
 * Validates a value. Errors are in the user's language and have the codes of the API.
 * @param prefix path of the value in the body
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
    // zod passes all issues as arguments of one function call, which fails above some hundred thousand arguments.
    if (!(error instanceof RangeError)) throw error
    const message = t('This contains more mistakes than can be listed.')
    return { success: false, errors: [{ path: join(prefix), code: 'too_many_mistakes', message }] }
  }
}

/** Describes in a sentence how many values are invalid. */
export function describeCount(errors: readonly FieldError[]): string {
  if (errors.length >= MAX_ERRORS) return t('At least {count} values are not valid.', { count: MAX_ERRORS })
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

/** Returns the issues of the alternative that the value matched best: the one with the deepest path. */
function closestBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const depth = (issues: readonly Issue[]) => Math.max(0, ...issues.map((issue) => issue.path.length))
  return branches.filter((issues) => issues.length > 0).toSorted((a, b) => depth(b) - depth(a))[0]
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  let current = value
  for (const key of path) {
    if (typeof current !== 'object' || current === null) return undefined
    current = (current as Record<PropertyKey, unknown>)[key] // an object or an array, as checked above
  }
  return current
}

function join(path: readonly PropertyKey[]): string {
  return path.map(String).join('.')
}
