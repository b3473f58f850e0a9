import { isSafePattern } from 'redos-detector'
import type * as z from 'zod'
import { copyingBackfill } from '../../fields/backfill.ts'
import { type FieldData, type FieldType, storageOf } from '../../fields/field-type.ts'
import { columnName } from '../../ground/column-names.ts'
import type { DiagnosticCode } from '../diagnostics/codes.ts'
import { atKey, atValue, type Finding } from '../diagnostics/diagnostic.ts'
import { didYouMean } from '../diagnostics/did-you-mean.ts'
import { demand, mostSpecific, type ZodIssue } from '../diagnostics/expectation.ts'
import { capitalize, pathText, show } from '../diagnostics/words.ts'
import { lowerFieldData } from '../lower/fields.ts'
import { type Path, valueAt } from '../plain-object.ts'
import type { Check, CheckContext } from './context.ts'
import type { FieldSite } from './field-sites.ts'

/** The options that these checks read; their types have been checked. */
interface KnownOptions {
  readonly required?: boolean
  readonly unique?: boolean
  readonly index?: boolean
  readonly hidden?: boolean
  readonly readOnly?: boolean
  readonly onDelete?: string
  readonly min?: number | string
  readonly max?: number | string
  readonly pattern?: string | RegExp
  readonly default?: unknown
  readonly backfill?: unknown
  readonly from?: string
  readonly options?: readonly (string | { readonly value: string })[]
}

export function optionsOf(site: FieldSite): KnownOptions {
  return site.field.options as KnownOptions // checked against the type's own schemas before
}

/** Checks for options that contradict each other, or the type of the field. */
export const checkContradictions: Check = (context) =>
  context.fields.flatMap((site) => {
    const type = context.fieldTypes[site.field.kind]
    if (!type) return []
    const source = { ...optionsOf(site), kind: site.field.kind, isCompared: isCompared(type, site.field.options) }
    return contradictions
      .filter(({ holds }) => holds(source))
      .map(({ code, option, message, hint }) => ({
        code,
        message: `${capitalize(site.label)} ${message(source)}.`,
        ...(hint === undefined ? {} : { hint }),
        at: atKey(site.field, option),
      }))
  })

type ContradictionSource = KnownOptions & { readonly kind: string; readonly isCompared: boolean }

const contradictions: readonly {
  readonly code: DiagnosticCode
  /** Name of the option to mark. */
  readonly option: string
  readonly holds: (options: ContradictionSource) => boolean
  readonly message: (options: ContradictionSource) => string
  readonly hint?: string
}[] = [
  {
    code: 'required-nullify',
    option: 'onDelete',
    holds: ({ required, onDelete }) => required === true && onDelete === 'nullify',
    message: () => 'is required, so it cannot be emptied when its target is deleted',
    hint: "Use onDelete: 'restrict' or 'cascade'.",
  },
  {
    code: 'required-read-only',
    option: 'readOnly',
    holds: (options) => options.required === true && options.readOnly === true && options.default === undefined,
    message: () => 'is required and read-only without a default, so no document could be created',
  },
  {
    code: 'min-above-max',
    option: 'min',
    holds: ({ min, max }) => min !== undefined && max !== undefined && min > max,
    message: ({ min, max }) => `has 'min' ${show(min)}, which is above its 'max', ${show(max)}`,
  },
  {
    code: 'cannot-be-unique',
    option: 'unique',
    holds: ({ unique, isCompared }) => unique === true && !isCompared,
    message: ({ kind }) => `cannot be unique: values of the type ${kind} cannot be compared`,
  },
  {
    code: 'cannot-be-indexed',
    option: 'index',
    holds: ({ index, isCompared }) => index === true && !isCompared,
    message: ({ kind }) => `cannot be indexed: values of the type ${kind} cannot be compared`,
  },
  {
    code: 'cannot-be-indexed',
    option: 'index',
    holds: ({ index, hidden }) => index === true && hidden === true,
    message: () => 'is hidden, so lists cannot filter or sort by it',
  },
  {
    code: 'unique-default',
    option: 'default',
    holds: (options) => options.unique === true && options.default !== undefined,
    message: () => 'is unique, so only one document can have its default',
  },
]

/** Checks for regular expressions that do not compile, have flags, or backtrack excessively. */
export const checkPatterns: Check = ({ fields }) =>
  fields.flatMap((site) => {
    const { pattern } = optionsOf(site)
    if (pattern === undefined) return []
    const at = atValue(site.field, 'pattern')
    if (pattern instanceof RegExp) {
      if (pattern.flags === '') return backtracking(site, pattern.source)
      return [
        {
          code: 'pattern-flags',
          message: `The pattern of ${site.label} has the flags '${pattern.flags}', which JSON Schema does not support.`,
          hint: 'Write the expression without flags: [Aa] instead of /a/i.',
          at,
        },
      ]
    }
    try {
      new RegExp(pattern)
    } catch (error) {
      return [
        {
          code: 'invalid-pattern',
          message: `The pattern of ${site.label} is not a regular expression: ${(error as Error).message}.`,
          at,
        },
      ]
    }
    return backtracking(site, pattern)
  })

/** Maximum number of ways to match one value. Trying them takes about a tenth of a second. */
const MAX_WAYS = 2 ** 24

/** Default maximum length of a field's value, in characters. */
const DEFAULT_LENGTH = 1000

/** Maximum effort for judging a pattern. It is counted in steps, so that the result is the same on every machine. */
const JUDGED = { maxSteps: 5000, timeout: Number.POSITIVE_INFINITY }

/** Checks for patterns with excessive backtracking: a short value could keep the service busy. */
function backtracking(site: FieldSite, pattern: string): Finding[] {
  const { max = DEFAULT_LENGTH } = optionsOf(site)
  const longest = longestFor(pattern)
  if (Number(max) <= longest || isSafePattern(pattern, JUDGED).safe) return []
  return [
    {
      code: 'pattern-backtracks',
      message: `The pattern of ${site.label} can match the same text in many ways, and tries all of them on text that does not match, so a request could overload the service.`,
      hint: `Give the field a \`max\` of at most ${longest}, or let each part match only what the next one does not, as in ^[^@]+@[^@]+$ instead of ^.+@.+$.`,
      at: atValue(site.field, 'pattern'),
    },
  ]
}

/**
 * Returns the maximum length of a value that keeps the number of ways to match it within the limit. If a group repeats,
 * the number doubles with each character.
 */
function longestFor(pattern: string): number {
  const bare = pattern.replace(/\\./g, '').replace(/\[[^\]]*\]/g, '')
  if (/\)[*+{]/.test(bare)) return Math.log2(MAX_WAYS)
  const repeats = bare.match(/[*+{]/g)?.length ?? 0
  return repeats === 0 ? Number.POSITIVE_INFINITY : Math.floor(MAX_WAYS ** (1 / repeats))
}

/** Checks for choices that a `select` field has twice. */
export const checkChoices: Check = ({ fields }) =>
  fields.flatMap((site) => {
    if (site.field.kind !== 'select') return []
    const values = (optionsOf(site).options ?? []).map((choice) => (typeof choice === 'string' ? choice : choice.value))
    return values.flatMap((value, index) =>
      values.indexOf(value) === index
        ? []
        : [
            {
              code: 'duplicate-choice',
              message: `The choice '${value}' of ${site.label} appears twice.`,
              at: atValue(site.field, 'options', index),
            },
          ],
    )
  })

/** Checks that default values, and constants for existing rows, are valid for their fields. */
export const checkValues: Check = (context) =>
  context.fields.flatMap((site) => {
    const { default: initial, backfill } = optionsOf(site)
    const constant = isConstant(backfill) ? backfill : undefined
    if (initial === undefined && constant === undefined) return []
    const schema = schemaOf(site, context)
    if (!schema) return []
    return [...refusals(schema, initial, 'default', site), ...refusals(schema, constant, 'backfill', site)]
  })

/**
 * Checks that a backfill can be stored, that its reason is one line, and that it copies an existing field or a single
 * SQL expression.
 */
export const checkBackfills: Check = ({ fields, fieldTypes }) =>
  fields.flatMap((site): Finding[] => {
    const { backfill } = optionsOf(site)
    if (backfill === undefined) return []
    const at = atValue(site.field, 'backfill')
    const type = fieldTypes[site.field.kind]
    if (type && storageOf(type, site.field.options) === 'join') {
      return [
        { code: 'invalid-backfill', message: `${capitalize(site.label)} has no column that could be filled.`, at },
      ]
    }
    if (site.nested && !isConstant(backfill)) {
      const message = `${capitalize(site.label)} is part of a JSON value, so only a constant can fill it.`
      return [
        {
          code: 'invalid-backfill',
          message,
          hint: 'Write the value itself instead of an expression or the name of a field.',
          at,
        },
      ]
    }
    const copy = copyingBackfill(backfill)
    if (!copy) return []
    const reason = checkReason(copy.opens, site)
    if (copy.from.kind === 'sql') return [...reason, ...checkSql(copy.from.text, site)]
    const { name: field } = copy.from
    const others = Object.keys(site.collection.fields).filter((name) => name !== site.name)
    if (others.includes(field)) return reason
    return [
      {
        code: 'unknown-field',
        message: `${capitalize(site.label)} is filled from '${field}', which '${site.collection.name}' does not have.`,
        ...(field in (site.collection.dropped ?? {}) ? { hint: copiedBySql(field) } : didYouMean(field, others)),
        at: atValue(site.field, 'backfill', 'field'),
      },
    ]
  })

/** Returns a hint for a backfill from a field that is dropped in the same change. Its column exists until the end. */
function copiedBySql(field: string): string {
  return `The field is dropped, but its column still exists when the backfill runs: backfill: sql\`"${columnName(field)}"\``
}

function checkReason(reason: string | null, site: FieldSite): Finding[] {
  if (reason === null || (reason.trim() !== '' && !/[\r\n\u2028\u2029]/.test(reason))) return []
  const message = `The reason why the backfill of ${site.label} opens its values must be one line of text.`
  return [{ code: 'invalid-backfill', message, at: atValue(site.field, 'backfill', 'opens') }]
}

function checkSql(text: string, site: FieldSite): Finding[] {
  const at = atValue(site.field, 'backfill')
  const wrong =
    text.trim() === ''
      ? 'is empty'
      : /;/.test(text)
        ? 'contains a semicolon'
        : /\?/.test(text)
          ? 'has a parameter'
          : null
  if (wrong === null) return []
  return [
    {
      code: 'invalid-backfill',
      message: `The SQL that fills ${site.label} ${wrong}.`,
      hint: 'Write one expression over the columns of the row, with all values written into it.',
      at,
    },
  ]
}

function refusals(schema: z.ZodType, value: unknown, option: 'default' | 'backfill', site: FieldSite): Finding[] {
  if (value === undefined) return []
  const result = schema.safeParse(value)
  if (result.success) return []
  return result.error.issues.slice(0, 1).map((refused) => {
    const issue = mostSpecific(refused as ZodIssue) // zod's union of all kinds of issues
    const part = issue.path.length > 0 ? `'${pathText(issue.path)}' in ` : ''
    const invalidPart = valueAt(value, issue.path as Path) // JSON has no symbols for keys
    const words = issue.code === 'unrecognized_keys' ? unknownKeys(issue) : demand(issue, invalidPart)
    return {
      code: `invalid-${option}`,
      message: `${capitalize(`${part}the ${option} of ${site.label}`)} ${words}.`,
      at: atValue(site.field, option),
    }
  })
}

function unknownKeys({ keys = [] }: ZodIssue): string {
  return `has the unknown '${keys.join("', '")}'`
}

/** Returns the schema of a field; `null` if its options have a mistake that is reported elsewhere. */
function schemaOf(site: FieldSite, { fieldTypes }: CheckContext): z.ZodType | null {
  const nested = (field: FieldData): z.ZodType => {
    const type = fieldTypes[field.kind]
    if (!type) throw new RangeError(`no field type ${field.kind}`)
    return type.schema(field.options, nested)
  }
  try {
    return nested(lowerFieldData(site.name, site.field))
  } catch {
    return null // a pattern that does not compile, or a nested field of unknown type: reported there
  }
}

function isCompared(type: FieldType, options: unknown): boolean {
  return type.operators.length > 0 && !['join', 'json'].includes(storageOf(type, options))
}

function isConstant(backfill: unknown): boolean {
  return backfill !== undefined && copyingBackfill(backfill) === null
}
