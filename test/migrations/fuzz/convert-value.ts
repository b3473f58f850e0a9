import type { Json } from '../../../src/fields/field-type.ts'
import { formOf } from './can-lose.ts'
import type { FieldModel } from './project-model.ts'

/**
 * A value of one type of field as another has it; `null` where it does not read as one. Values are as documents have
 * them: points in time as ISO 8601.
 */
export function convertValue(value: Json, before: FieldModel, after: FieldModel): Json {
  // No value becomes a list of none.
  if (value === null) return after.kind === 'references' && before.kind !== after.kind ? [] : null
  if (before.kind === 'references' || after.kind === 'references') return convertReferences(value, before, after)
  if (after.kind === 'group') return before.kind === 'json' && isObject(value) ? value : null
  if (after.kind === 'list' || after.kind === 'blocks')
    return before.kind === 'json' && Array.isArray(value) ? value : null
  if (after.kind === 'richText') return intoRichText(value, before)
  if (after.kind === 'date') return dayOf(value, before)
  if (before.kind === 'richText' && formOf(after) === 'text') return wordsOf(value)
  switch (formOf(after)) {
    case 'text':
      return typeof value === 'string' ? value : JSON.stringify(value)
    case 'json':
      return value
    case 'boolean':
      return asBoolean(value, before)
    case 'datetime':
      return asMoment(value, before)
    default:
      return asNumber(value, before, formOf(after) === 'integer')
  }
}

/** Of many the first stays, and one becomes a list of one. */
function convertReferences(value: Json, before: FieldModel, after: FieldModel): Json {
  if (before.kind === after.kind) return value
  if (before.target === undefined) return []
  if (after.target === undefined) return null
  if (after.kind === 'references') return [value]
  return (value as readonly Json[])[0] ?? null // a list of ids
}

function intoRichText(value: Json, before: FieldModel): Json {
  if (formOf(before) === 'json') return before.kind === 'json' && isObject(value) ? value : null
  return asRichText(typeof value === 'string' ? value : JSON.stringify(value))
}

/** A paragraph of words. */
export function asRichText(text: string): Json {
  return { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] }
}

function wordsOf(value: Json): Json {
  const found = textsIn(value)
  return found.length === 0 ? null : found.join(' ')
}

function textsIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(textsIn)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, inner]) => (key === 'text' ? [String(inner)] : textsIn(inner)))
}

function dayOf(value: Json, before: FieldModel): Json {
  if (typeof value !== 'string' || before.kind === 'richText') return null
  return instantOf(value)?.slice(0, 10) ?? null
}

/** Text and JSON say `true` and `false`; a number says 1 and 0. */
function asBoolean(value: Json, before: FieldModel): Json {
  if (typeof value === 'boolean') return value
  const isNumber = formOf(before) === 'integer' || formOf(before) === 'real'
  if (isNumber) return value === 1 ? true : value === 0 ? false : null
  if (formOf(before) !== 'text') return null
  return value === 'true' ? true : value === 'false' ? false : null
}

/** Numbers of a field count milliseconds, as far as ISO 8601 has years for them. */
function asMoment(value: Json, before: FieldModel): Json {
  if (typeof value === 'string') return instantOf(value)
  if (typeof value !== 'number' || formOf(before) === 'json') return null
  const isInRange = value >= Date.parse('0000-01-01T00:00:00Z') && value <= Date.parse('9999-12-31T23:59:59.999Z')
  return Number.isSafeInteger(value) && isInRange ? new Date(value).toISOString() : null
}

function asNumber(value: Json, before: FieldModel, isWhole: boolean): Json {
  if (typeof value === 'boolean') return formOf(before) === 'json' ? null : Number(value)
  const number = typeof value === 'string' ? readNumber(value, before, isWhole) : value
  if (typeof number !== 'number' || !Number.isFinite(number)) return null
  return isWhole && !Number.isSafeInteger(number) ? null : number
}

/** A point in time becomes its milliseconds; text is a number where JSON has one that looks like it. */
function readNumber(text: string, before: FieldModel, isWhole: boolean): Json {
  if (before.kind === 'datetime') return Date.parse(text)
  if (formOf(before) !== 'text') return null
  if (isWhole && !/^\s*-?\d+\s*$/.test(text)) return null
  try {
    return JSON.parse(text) as Json
  } catch {
    return null
  }
}

/** ISO 8601, with a zone or else UTC; a day is its midnight. */
function instantOf(text: string): string | null {
  const [, day, time = 'T00:00:00', zone = 'Z'] =
    /^(\d{4}-\d\d-\d\d)(T\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(Z|[+-]\d\d:\d\d)?$/.exec(text) ?? []
  if (day === undefined) return null
  const midnight = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(midnight.getTime()) || midnight.toISOString().slice(0, 10) !== day) return null
  const moment = new Date(`${day}${time}${zone}`)
  return Number.isNaN(moment.getTime()) ? null : moment.toISOString()
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
