import { show } from './words.ts'

/** An issue reported by zod: the properties that versions 3 and 4 share. */
export interface ZodIssue {
  readonly code: string
  readonly path: readonly PropertyKey[]
  readonly message: string
  readonly expected?: unknown
  readonly keys?: readonly string[]
  readonly minimum?: unknown
  readonly maximum?: unknown
  readonly inclusive?: boolean
  /** Type of a value that is too small or too big; version 3 calls it `type`. */
  readonly origin?: string
  readonly type?: string
  readonly format?: string
  readonly values?: readonly unknown[]
  readonly options?: readonly unknown[]
  /** For a union: the issues of each branch. */
  readonly errors?: readonly (readonly ZodIssue[])[]
  /** For a key: its issues. */
  readonly issues?: readonly ZodIssue[]
}

/** Describes the expected and the actual value. */
export function demand(issue: ZodIssue, value: unknown): string {
  const expected = expectation(issue)
  return expected === NOT_EMPTY ? 'must not be empty' : `must be ${expected}, not ${show(value)}`
}

const NOT_EMPTY = 'not empty'

/** Describes zod's expectation, in words that follow "must be". */
export function expectation(issue: ZodIssue): string {
  return (PHRASES[issue.code] ?? lowerFirst)(issue)
}

const PHRASES: Readonly<Record<string, (issue: ZodIssue) => string>> = {
  invalid_type: ({ expected }) => EXPECTED[String(expected)] ?? String(expected),
  too_small: (issue) => {
    const { minimum, inclusive } = issue
    if (minimum === 1 && unit(issue) !== '') return NOT_EMPTY
    return `${inclusive ? 'at least' : 'more than'} ${String(minimum)}${unit(issue)}`
  },
  too_big: (issue) => `${issue.inclusive ? 'at most' : 'less than'} ${String(issue.maximum)}${unit(issue)}`,
  invalid_value: ({ values = [] }) => oneOf(values),
  invalid_enum_value: ({ options = [] }) => oneOf(options),
  invalid_key: (issue) => (issue.issues?.[0] ? expectation(issue.issues[0]) : lowerFirst(issue)),
  invalid_format: (issue) => {
    const { format = 'regex' } = issue
    return format === 'regex' || format === 'starts_with' ? lowerFirst(issue) : `a valid ${format.replaceAll('_', ' ')}`
  },
  invalid_union: (issue) => {
    const branches = (issue.errors ?? []).flatMap(([first]) => (first ? [expectation(first)] : []))
    const choices = [...new Set(branches.flatMap((branch) => branch.split(' or ')))]
    return choices.length > 0 ? choices.join(', ').replace(/, ([^,]*)$/, ' or $1') : lowerFirst(issue)
  },
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  function: 'a function',
  nonoptional: 'a value',
}

function unit({ origin, type }: ZodIssue): string {
  if ((origin ?? type) === 'string') return ' characters long'
  return (origin ?? type) === 'array' ? ' items long' : ''
}

function oneOf(values: readonly unknown[]): string {
  return values.length === 1 ? show(values[0]) : `one of ${values.map(show).join(', ')}`
}

function lowerFirst({ message }: ZodIssue): string {
  return message.charAt(0).toLowerCase() + message.slice(1)
}

/**
 * Returns the most specific issue inside a rejected union, that of the branch that matched furthest. Returns the issue
 * itself if it contains none that is more specific.
 */
export function mostSpecific(issue: ZodIssue): ZodIssue {
  const inner = (issue.errors ?? []).flat().map((each) => {
    const found = mostSpecific(each)
    return { ...found, path: [...issue.path, ...found.path] }
  })
  const deepest = inner.reduce<ZodIssue>((best, each) => (each.path.length > best.path.length ? each : best), issue)
  return deepest
}
