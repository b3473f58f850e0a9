import {
  type FieldData,
  fieldTypes,
  type ImportReading,
  isJsonObject,
  type Json,
  type JsonObject,
  TYPE_NAMES,
} from 'lintel/importing'
import { readFlag } from '../sources/read-flag.ts'
import { readTime } from '../sources/read-time.ts'
import type { ConvertContext } from './convert-context.ts'
import { referredIds } from './convert-references.ts'
import { convertRichText, convertText } from './convert-text.ts'
import { isNothing, valueAt } from './value-at.ts'

/**
 * Converts a value for a field; `null` if nothing is left of the value. Reports problems and lost values to the
 * context.
 */
export async function convertValue(value: Json, field: FieldData, context: ConvertContext): Promise<Json> {
  const { values, default: fallback } = context.mapping
  const renamed = values && !isJsonObject(value) && !Array.isArray(value) ? rename(value, values) : value
  const given = isNothing(renamed) ? (fallback ?? null) : renamed
  return isNothing(given) ? null : convert(given, field, readingIn(context))
}

function rename(value: Json, values: NonNullable<ConvertContext['mapping']['values']>): Json {
  const key = String(value)
  return Object.hasOwn(values, key) ? (values[key] ?? null) : value
}

async function convert(value: Json, field: FieldData, reading: ImportReading): Promise<Json> {
  const module = await fieldTypes[field.kind]?.import?.()
  return module ? module.importing.read(value, field, reading) : value
}

/** Returns the functions with which field types read values in this context. */
function readingIn(context: ConvertContext): ImportReading {
  const { mapping, problem, lose } = context
  const reading: ImportReading = {
    text: (value) => convertText(value, context),
    richText: (value) => convertRichText(value, context),
    time: (value) => timeOf(value, problem),
    flag: readFlag,
    ids: (value, field) => referredIds(value, field, context),
    items: (value) => itemsOf(value, mapping.separator),
    inner: async (value, field) => (isNothing(value) ? null : convert(value, field, reading)),
    members: (value, fields) => convertMembers(value, fields, reading),
    block: mapping.block,
    problem,
    lose: (what, value) => lose(what, shown(value)),
    quote: shown,
  }
  return reading
}

function timeOf(value: Json, problem: ConvertContext['problem']): string | null {
  const found = readTime(value)
  if (found === null) return null
  if (typeof found === 'number') return new Date(found).toISOString()
  problem(timeProblem(value, found.problem))
  return null
}

function itemsOf(value: Json, separator: string | undefined): readonly Json[] {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string') return [value]
  const parts = value.split(separator ?? /[,;|\n]/)
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/**
 * Converts an object: assigns its values to the fields of the same name, and notes any other value as lost, except an
 * id, a type name and empty values.
 */
async function convertMembers(
  value: JsonObject,
  fields: readonly FieldData[],
  { inner, lose }: ImportReading,
): Promise<JsonObject> {
  const found: { [name: string]: Json } = {}
  for (const field of fields) {
    const converted = await inner(valueAt(value, field.name) ?? null, field)
    if (converted !== null) found[field.name] = converted
  }
  for (const [name, member] of Object.entries(value)) {
    const isKnown = fields.some((field) => field.name === name) || TYPE_NAMES.includes(name) || name === 'id'
    if (!isKnown && !isNothing(member)) lose(`inner value ${name}`, member)
  }
  return found
}

/** Returns a message about a value that is not a single time, including what to write instead. */
export function timeProblem(value: Json, problem: string): string {
  return `“${shown(value)}” ${problem}. A time such as 2026-11-23 or 2026-11-23T08:00:00Z is needed.`
}

/** Returns the beginning of a value, for a message. */
export function shown(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}
