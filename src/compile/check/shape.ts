import type * as z from 'zod'
import { atKey, atValue, type Finding } from '../diagnostics/diagnostic.ts'
import { didYouMean } from '../diagnostics/nearest.ts'
import { valueAt } from '../settings/merge-settings.ts'
import { capitalised, show } from './words.ts'

type Step = string | number
type Issue = z.core.$ZodIssue

/** A declaration, and where in it the value stands that is looked at. */
export interface Subject {
  /** As messages call it: `the collection 'posts'`. */
  readonly name: string
  readonly declaration: object
  readonly path?: readonly Step[]
}

/** Unknown options, missing ones, and values of the wrong type. */
export function checkShape(schema: z.ZodType, value: unknown, subject: Subject): Finding[] {
  const result = schema.safeParse(value)
  if (result.success) return []
  return result.error.issues.flatMap((issue) => shapeFindings(issue, schema, value, subject))
}

/** Whether a value's own type is wrong, so that other checks had better not look at it. */
export function isBroken(findings: readonly Finding[]): boolean {
  return findings.some(({ code }) => code !== 'unknown-option')
}

function shapeFindings(issue: Issue, schema: z.ZodType, value: unknown, subject: Subject): Finding[] {
  const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)))
  const place = [...(subject.path ?? []), ...path]
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({
      code: 'unknown-option',
      message: `${capitalised(subject.name)} has no option '${[...path, key].join('.')}'.`,
      ...didYouMean(key, optionNames(schema, path)),
      at: atKey(subject.declaration, ...place, key),
    }))
  }
  const given = valueAt(value, path)
  if (given === undefined && path.length > 0) {
    return [
      {
        code: 'missing-option',
        message: `${capitalised(subject.name)} needs '${path.join('.')}': ${expectation(issue)}.`,
        at: atValue(subject.declaration, ...place.slice(0, -1)),
      },
    ]
  }
  return [
    {
      code: 'invalid-option',
      message: `${wordedPath(subject, path)} must be ${expectation(issue)}, not ${show(given)}.`,
      at: atValue(subject.declaration, ...place),
    },
  ]
}

function wordedPath(subject: Subject, path: readonly Step[]): string {
  return path.length === 0 ? capitalised(subject.name) : `'${path.join('.')}' of ${subject.name}`
}

/** What zod wanted, in words that follow "must be". */
export function expectation(issue: Issue): string {
  if (issue.code === 'invalid_type') return EXPECTED[issue.expected] ?? issue.expected
  if (issue.code === 'too_small')
    return `${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}${unit(issue.origin)}`
  if (issue.code === 'too_big')
    return `${issue.inclusive ? 'at most' : 'less than'} ${issue.maximum}${unit(issue.origin)}`
  if (issue.code === 'invalid_value') return oneOf(issue.values.map((value) => show(value)))
  if (issue.code === 'invalid_union')
    return issue.errors.flatMap(([first]) => (first ? [expectation(first)] : [])).join(' or ')
  if (issue.code === 'invalid_format' && issue.format !== 'regex') return `a valid ${issue.format}`
  return issue.message
}

const EXPECTED: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  function: 'a function',
}

function unit(origin: string): string {
  if (origin === 'string') return ' characters long'
  return origin === 'array' ? ' long' : ''
}

function oneOf(values: readonly string[]): string {
  return values.length === 1 ? String(values[0]) : `one of ${values.join(', ')}`
}

/** The options that a strict object takes at a path. */
function optionNames(schema: z.ZodType, path: readonly Step[]): string[] {
  let current: unknown = schema
  for (const step of path) current = inner(current, step)
  return Object.keys(unwrapped(current)?.shape ?? {})
}

interface AnySchema {
  readonly shape?: Readonly<Record<string, unknown>>
  readonly def?: { readonly innerType?: unknown; readonly valueType?: unknown; readonly element?: unknown }
}

function inner(schema: unknown, step: Step): unknown {
  const container = unwrapped(schema)
  return container?.shape?.[step] ?? container?.def?.valueType ?? container?.def?.element
}

/** Behind `optional()`. zod's types do not show what a schema of unknown kind holds. */
function unwrapped(schema: unknown): AnySchema | undefined {
  const known = schema as AnySchema | undefined
  return known?.def?.innerType === undefined ? known : unwrapped(known.def.innerType)
}
