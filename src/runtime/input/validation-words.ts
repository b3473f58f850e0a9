import type * as z from 'zod'
import type { Refusal } from '../../fields/refusal.ts'
import { message } from '../../messages/messages.ts'
import { t, tn } from '../../messages/translate.ts'

/** Messages for a wrong type, by zod's name for the expected type. */
const TYPES: Readonly<Record<string, string>> = {
  string: message('Text is required.'),
  number: message('A number is required.'),
  int: message('A whole number is required.'),
  boolean: message('True or false is required.'),
  array: message('A list is required.'),
  object: message('An object is required.'),
  record: message('An object is required.'),
}

/** Messages for a wrong format, by zod's name for the expected format. */
const FORMATS: Readonly<Record<string, string>> = {
  email: message('An email address is required.'),
  url: message('A web address is required, such as https://example.org.'),
  date: message('A date is required, such as 2026-11-20.'),
  datetime: message('A date and time with a zone is required, such as 2026-11-20T09:30:00Z.'),
  time: message('A time is required, such as 09:30.'),
}

/** Returns the message for an issue whose schema has no message: the `error` of zod's `safeParse`. */
export const explain: z.core.$ZodErrorMap = (issue) => {
  if (issue.code === 'invalid_type') return t(TYPES[issue.expected] ?? message('This value has the wrong type.'))
  if (issue.code === 'too_small') return tooSmall(issue.origin, issue.minimum, issue.inclusive)
  if (issue.code === 'too_big') return tooBig(issue.origin, issue.maximum, issue.inclusive)
  if (issue.code === 'not_multiple_of') return t('A multiple of {divisor} is required.', { divisor: issue.divisor })
  if (issue.code === 'invalid_value') return t('One of {values}.', { values: issue.values.map(String).join(', ') })
  // The types that a block or node can have.
  if (issue.code === 'invalid_union' && Array.isArray(issue.options)) {
    return t('One of {values}.', { values: issue.options.map(String).join(', ') })
  }
  if (issue.code === 'invalid_format') {
    if (issue.format === 'regex') return t('This must match {pattern}.', { pattern: issue.pattern ?? '' })
    return t(FORMATS[issue.format] ?? message('This does not have the required format.'))
  }
  return t('This value is not valid.')
}

/**
 * Returns the translated message of an issue. A message that the schema itself sets is translated as well, with the
 * values that a field type supplied.
 */
export function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'custom') return t(issue.message)
  const { text, values } = (issue.params ?? {}) as Partial<Refusal['params']> // schemas may contain any value
  return typeof text === 'string' ? t(text, values) : t(issue.message)
}

type Bound = number | bigint

function tooSmall(origin: string, minimum: Bound, inclusive: boolean | undefined): string {
  const count = Number(minimum)
  if (origin === 'string') {
    if (count === 1) return t('A value is required.')
    return tn(count, 'At least {count} character.', 'At least {count} characters.')
  }
  if (origin === 'array' || origin === 'set') return tn(count, 'At least {count} entry.', 'At least {count} entries.')
  return inclusive === false
    ? t('More than {minimum}.', { minimum: count })
    : t('{minimum} or more.', { minimum: count })
}

function tooBig(origin: string, maximum: Bound, inclusive: boolean | undefined): string {
  const count = Number(maximum)
  if (origin === 'string') return tn(count, 'At most {count} character.', 'At most {count} characters.')
  if (origin === 'array' || origin === 'set') return tn(count, 'At most {count} entry.', 'At most {count} entries.')
  return inclusive === false
    ? t('Less than {maximum}.', { maximum: count })
    : t('{maximum} or less.', { maximum: count })
}
