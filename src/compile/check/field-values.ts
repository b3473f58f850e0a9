import type * as z from 'zod'
import type { FieldData, FieldType } from '../../config/fields/field-type.ts'
import { isSqlExpression } from '../../config/sql.ts'
import { atKey, atValue, type Finding } from '../diagnostics/diagnostic.ts'
import { demand, mostSpecific, type ZodIssue } from '../diagnostics/expectation.ts'
import { didYouMean } from '../diagnostics/nearest.ts'
import { capitalised, pathText, show } from '../diagnostics/words.ts'
import { lowerFieldData, storageOf } from '../lower/fields.ts'
import { type Path, valueAt } from '../plain-object.ts'
import type { Check, CheckContext } from './context.ts'
import type { FieldSite } from './field-sites.ts'

/** The options that these checks read; their types are known to be right. */
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

/** Options that contradict each other. */
export const checkContradictions: Check = (context) =>
  context.fields.flatMap((site) => {
    const options = optionsOf(site)
    const type = context.fieldTypes[site.field.kind]
    const { label, field } = site
    const findings: Finding[] = []
    const say = (code: string, option: string, message: string, hint?: string) =>
      findings.push({ code, message, ...(hint === undefined ? {} : { hint }), at: atKey(field, option) })
    if (options.required && options.onDelete === 'nullify') {
      say(
        'required-nullify',
        'onDelete',
        `${capitalised(label)} is required, so it cannot be emptied when its target is deleted.`,
        "Use onDelete: 'restrict' or 'cascade'.",
      )
    }
    if (options.required && options.readOnly && options.default === undefined) {
      say(
        'required-read-only',
        'readOnly',
        `${capitalised(label)} is required and read-only without a default, so no document could be created.`,
      )
    }
    if (options.min !== undefined && options.max !== undefined && options.min > options.max) {
      say('min-above-max', 'min', `'min' of ${label} is ${show(options.min)}, above its 'max', ${show(options.max)}.`)
    }
    if (type && options.unique && !isCompared(type, field.options)) {
      say(
        'cannot-be-unique',
        'unique',
        `${capitalised(label)} cannot be unique: values of the type ${field.kind} are not compared.`,
      )
    }
    if (type && options.index && (!isCompared(type, field.options) || type.operators.length === 0)) {
      say(
        'cannot-be-indexed',
        'index',
        `${capitalised(label)} cannot be indexed: values of the type ${field.kind} are not compared.`,
      )
    }
    if (options.index && options.hidden) {
      say('cannot-be-indexed', 'index', `${capitalised(label)} is hidden, so lists cannot filter or sort by it.`)
    }
    if (options.unique && options.default !== undefined) {
      say('unique-default', 'default', `${capitalised(label)} is unique, so only one document can have its default.`)
    }
    return findings
  })

/** Regular expressions that do not compile, or that say more than their source. */
export const checkPatterns: Check = ({ fields }) =>
  fields.flatMap((site) => {
    const { pattern } = optionsOf(site)
    if (pattern === undefined) return []
    const at = atValue(site.field, 'pattern')
    if (pattern instanceof RegExp) {
      if (pattern.flags === '') return []
      return [
        {
          code: 'pattern-flags',
          message: `The pattern of ${site.label} has the flags '${pattern.flags}', which JSON Schema cannot say.`,
          hint: 'Write the expression without flags: [Aa] instead of /a/i.',
          at,
        },
      ]
    }
    try {
      new RegExp(pattern)
      return []
    } catch (error) {
      return [
        {
          code: 'invalid-pattern',
          message: `The pattern of ${site.label} is no regular expression: ${(error as Error).message}.`,
          at,
        },
      ]
    }
  })

/** Choices given twice. */
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
              message: `The choice '${value}' of ${site.label} is there twice.`,
              at: atValue(site.field, 'options', index),
            },
          ],
    )
  })

/** A default, or a constant that fills old rows, must be a value that the field itself takes. */
export const checkValues: Check = (context) =>
  context.fields.flatMap((site) => {
    const { default: initial, backfill } = optionsOf(site)
    const constant = isConstant(backfill) ? backfill : undefined
    if (initial === undefined && constant === undefined) return []
    const schema = schemaOf(site, context)
    if (!schema) return []
    return [...refusals(schema, initial, 'default', site), ...refusals(schema, constant, 'backfill', site)]
  })

/** Where old rows' values come from. */
export const checkBackfills: Check = ({ fields, fieldTypes }) =>
  fields.flatMap((site): Finding[] => {
    const { backfill } = optionsOf(site)
    if (backfill === undefined) return []
    const at = atValue(site.field, 'backfill')
    const type = fieldTypes[site.field.kind]
    if (type && storageOf(type, site.field.options) === 'join') {
      return [
        { code: 'invalid-backfill', message: `${capitalised(site.label)} has no column that could be filled.`, at },
      ]
    }
    if (isSqlExpression(backfill)) return checkSql(backfill.$sql, site)
    if (!isOtherField(backfill)) return []
    const others = Object.keys(site.collection.fields).filter((name) => name !== site.name)
    if (others.includes(backfill.field)) return []
    return [
      {
        code: 'unknown-field',
        message: `${capitalised(site.label)} is to be filled from '${backfill.field}', which '${site.collection.name}' does not have.`,
        ...didYouMean(backfill.field, others),
        at: atValue(site.field, 'backfill', 'field'),
      },
    ]
  })

function checkSql(text: string, site: FieldSite): Finding[] {
  const at = atValue(site.field, 'backfill')
  const wrong =
    text.trim() === '' ? 'is empty' : /;/.test(text) ? 'holds a semicolon' : /\?/.test(text) ? 'has a parameter' : null
  if (wrong === null) return []
  return [
    {
      code: 'invalid-backfill',
      message: `The SQL that fills ${site.label} ${wrong}.`,
      hint: 'One expression over the columns of the row, with all values in it.',
      at,
    },
  ]
}

/** A slug is made from text. */
export const checkSlugs: Check = ({ fields }) =>
  fields.flatMap((site): Finding[] => {
    const { from } = optionsOf(site)
    if (site.field.kind !== 'slug' || from === undefined) return []
    const at = atValue(site.field, 'from')
    const texts = Object.entries(site.collection.fields)
      .filter(([, field]) => ['string', 'text', 'select'].includes(field?.kind))
      .map(([name]) => name)
    if (texts.includes(from)) return []
    const declared = from in site.collection.fields
    const message = declared
      ? `${capitalised(site.label)} is to be made from '${from}', which holds no text.`
      : `${capitalised(site.label)} is to be made from '${from}', which '${site.collection.name}' does not have.`
    return [{ code: declared ? 'slug-not-from-text' : 'unknown-field', message, ...didYouMean(from, texts), at }]
  })

function refusals(schema: z.ZodType, value: unknown, option: 'default' | 'backfill', site: FieldSite): Finding[] {
  if (value === undefined) return []
  const result = schema.safeParse(value)
  if (result.success) return []
  return result.error.issues.slice(0, 1).map((refused) => {
    const issue = mostSpecific(refused as ZodIssue) // zod's own union, seen loosely
    const part = issue.path.length > 0 ? `'${pathText(issue.path)}' in ` : ''
    const given = valueAt(value, issue.path as Path) // JSON has no symbols for keys
    const words = issue.code === 'unrecognized_keys' ? unknownKeys(issue) : demand(issue, given)
    return {
      code: `invalid-${option}`,
      message: `${capitalised(`${part}the ${option} of ${site.label}`)} ${words}.`,
      at: atValue(site.field, option),
    }
  })
}

function unknownKeys({ keys = [] }: ZodIssue): string {
  return `has '${keys.join("', '")}', which it does not know`
}

/** The validator of a field; `null` where its options are wrong in a way that another check reports. */
function schemaOf(site: FieldSite, { fieldTypes }: CheckContext): z.ZodType | null {
  const nested = (field: FieldData): z.ZodType => {
    const type = fieldTypes[field.kind]
    if (!type) throw new RangeError(`no field type ${field.kind}`)
    return type.schema(field.options, nested)
  }
  try {
    return nested(lowerFieldData(site.name, site.field))
  } catch {
    return null // a pattern that does not compile, an unknown kind inside: reported where it stands
  }
}

function isCompared(type: FieldType, options: unknown): boolean {
  return type.operators.length > 0 && !['join', 'json'].includes(storageOf(type, options))
}

function isConstant(backfill: unknown): boolean {
  return backfill !== undefined && !isSqlExpression(backfill) && !isOtherField(backfill)
}

function isOtherField(backfill: unknown): backfill is { readonly field: string } {
  return (
    typeof backfill === 'object' &&
    backfill !== null &&
    Object.keys(backfill).length === 1 &&
    typeof (backfill as { field?: unknown }).field === 'string'
  )
}
