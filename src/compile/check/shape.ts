import type * as z from 'zod'
import { atKey, atValue, type Finding } from '../diagnostics/diagnostic.ts'
import { didYouMean } from '../diagnostics/did-you-mean.ts'
import { demand, expectation, mostSpecific, type ZodIssue } from '../diagnostics/expectation.ts'
import { capitalize, pathText } from '../diagnostics/words.ts'
import { type Path, type PlainObject, valueAt, withoutPaths } from '../plain-object.ts'

/** A declaration, and the path of the checked value in it. */
export interface Subject {
  /** Name of the declaration for messages: `the collection 'posts'`. */
  readonly name: string
  readonly declaration: object
  readonly path?: Path
}

/** Checks for unknown and missing options, and for values of the wrong type. */
export function checkShape(schema: z.ZodType, value: unknown, subject: Subject): Finding[] {
  return issuesOf(schema, value).flatMap((issue) => shapeFindings(issue, schema, value, subject))
}

/** Tells whether other checks should skip a value: unknown options and misplaced parts alone do not matter to them. */
export function isBroken(findings: readonly Finding[]): boolean {
  return findings.some(({ code }) => code !== 'unknown-option' && code !== 'misplaced-part')
}

/**
 * Returns the value without everything that the schema rejects or does not know, so that the rest can be checked; the
 * value itself if it is valid. A required property that is invalid removes the object around it, except at the top.
 */
export function withoutBroken<T extends object>(schema: z.ZodType, value: T): T {
  let rest = value
  for (let round = 0; round < MAX_DEPTH; round += 1) {
    const paths = issuesOf(schema, rest).flatMap((issue) => brokenPaths(issue, rest))
    if (paths.every((path) => path.length === 0)) return rest
    // Parts may be missing, for which the caller checks.
    rest = withoutPaths(rest as unknown as PlainObject, paths) as unknown as T
  }
  return rest
}

/** Maximum depth of an option in a declaration. */
const MAX_DEPTH = 8

function brokenPaths(issue: ZodIssue, value: unknown): Path[] {
  const path = stepsOf(issue.path)
  if (issue.code === 'unrecognized_keys') return (issue.keys ?? []).map((key) => [...path, key])
  return [valueAt(value, path) === undefined ? path.slice(0, -1) : path]
}

function issuesOf(schema: z.ZodType, value: unknown): readonly ZodIssue[] {
  const result = schema.safeParse(value)
  return result.success ? [] : (result.error.issues as readonly ZodIssue[]) // zod's union of all kinds of issues
}

function stepsOf(path: readonly PropertyKey[]): (string | number)[] {
  return path.map((step) => (typeof step === 'number' ? step : String(step)))
}

function shapeFindings(issue: ZodIssue, schema: z.ZodType, value: unknown, subject: Subject): Finding[] {
  const specific = mostSpecific(issue)
  const path = stepsOf(specific.path)
  const place = [...(subject.path ?? []), ...path]
  if (specific.code === 'unrecognized_keys') {
    return (specific.keys ?? []).map((key) => ({
      code: 'unknown-option',
      message: `${capitalize(subject.name)} has no option '${pathText([...path, key])}'.`,
      ...didYouMean(key, optionNames(schema, path)),
      at: atKey(subject.declaration, ...place, key),
    }))
  }
  if (specific.code === 'invalid_key') {
    return [
      {
        code: 'invalid-option',
        message: `The key '${pathText(path)}' of ${subject.name} must be ${expectation(specific)}.`,
        at: atKey(subject.declaration, ...place),
      },
    ]
  }
  const actual = valueAt(value, path)
  if (actual === undefined && path.length > 0) {
    return [
      {
        code: 'missing-option',
        message: `${capitalize(subject.name)} needs '${pathText(path)}': ${expectation(specific)}.`,
        at: atValue(subject.declaration, ...place.slice(0, -1)),
      },
    ]
  }
  return [
    {
      code: 'invalid-option',
      message: `${wordedPath(subject, path)} ${demand(specific, actual)}.`,
      at: atValue(subject.declaration, ...place),
    },
  ]
}

function wordedPath(subject: Subject, path: Path): string {
  return path.length === 0 ? capitalize(subject.name) : `'${pathText(path)}' of ${subject.name}`
}

/**
 * Returns the options that a strict object has at a path. A reference's target is left out, because it is an argument.
 */
function optionNames(schema: z.ZodType, path: Path): string[] {
  let current: unknown = schema
  for (const step of path) current = inner(current, step)
  return Object.keys(unwrapped(current)?.shape ?? {}).filter((name) => name !== 'target')
}

interface AnySchema {
  readonly shape?: Readonly<Record<string, unknown>>
  readonly def?: { readonly innerType?: unknown; readonly valueType?: unknown; readonly element?: unknown }
}

function inner(schema: unknown, step: string | number): unknown {
  const container = unwrapped(schema)
  return container?.shape?.[step] ?? container?.def?.valueType ?? container?.def?.element
}

/** Returns the schema inside `optional()`. zod's types do not show the content of an unknown schema. */
function unwrapped(schema: unknown): AnySchema | undefined {
  const known = schema as AnySchema | undefined
  return known?.def?.innerType === undefined ? known : unwrapped(known.def.innerType)
}
