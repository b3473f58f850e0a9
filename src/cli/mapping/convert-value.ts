import type { FieldData, Json } from '../../fields/field-type.ts'
import { choiceValue, type SelectChoice } from '../../fields/select/select.ts'
import { slugOf } from '../../fields/slug/slug.ts'
import { nearest } from '../../ground/nearest.ts'
import { readFlag } from '../sources/read-flag.ts'
import { readTime } from '../sources/read-time.ts'
import type { ConvertContext } from './convert-context.ts'
import { convertReferences } from './convert-references.ts'
import { convertRichText, convertText } from './convert-text.ts'
import { isNothing, isObject, valueAt } from './value-at.ts'

/** A value as a field takes it; `null` where nothing is left of it. What it cannot take is told to the context. */
export async function convertValue(value: Json, field: FieldData, context: ConvertContext): Promise<Json> {
  const { values, default: fallback } = context.mapping
  const renamed = values && !isObject(value) && !Array.isArray(value) ? rename(value, values) : value
  const given = isNothing(renamed) ? (fallback ?? null) : renamed
  return isNothing(given) ? null : convert(given, field, context)
}

async function convert(value: Json, field: FieldData, context: ConvertContext): Promise<Json> {
  if (field.options.target !== undefined) {
    return convertReferences(value, field, field.kind === 'references', context)
  }
  const reader = Object.hasOwn(READERS, field.kind) ? READERS[field.kind] : undefined
  return reader ? reader(value, field, context) : value
}

function rename(value: Json, values: NonNullable<ConvertContext['mapping']['values']>): Json {
  const key = String(value)
  return Object.hasOwn(values, key) ? (values[key] ?? null) : value
}

type Read = (value: Json, field: FieldData, context: ConvertContext) => Json | Promise<Json>

const oneLine: Read = (value, _, context) => convertText(value, context)?.replace(/\s*\n\s*/g, ' ') || null

const time = (value: Json, context: ConvertContext): string | null => {
  const found = readTime(value)
  if (found === null) return null
  if (typeof found === 'number') return new Date(found).toISOString()
  context.problem(timeProblem(value, found.problem))
  return null
}

/** By kind of field. What is not here is taken as it is. */
const READERS: { readonly [kind: string]: Read } = {
  string: oneLine,
  text: (value, _, context) => convertText(value, context) || null,
  richText: (value, _, context) => convertRichText(value, context),
  slug: async (value, { options }, context) =>
    (await slugOf(decoded(convertText(value, context) ?? ''), options.max)) || null,
  number: (value, _, { problem }) => {
    if (typeof value === 'boolean') return value ? 1 : 0
    const text = String(value).trim()
    const found = Number(/^[+-]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(text) ? text.replaceAll(',', '') : text)
    if (typeof value === 'object' || !Number.isFinite(found)) {
      problem(`“${shown(value)}” is not a number. Give another value for it in \`values\`, or take another field.`)
      return null
    }
    return found
  },
  boolean: (value, _, { problem }) => {
    const found = readFlag(value)
    if (found !== undefined) return found
    const word = String(value).trim().toLowerCase()
    problem(`“${shown(value)}” is neither yes nor no. Say which it is in \`values\`, as in { ${word}: true }.`)
    return null
  },
  date: (value, _, context) => time(value, context)?.slice(0, 10) ?? null,
  datetime: (value, _, context) => time(value, context),
  select: (value, { options }, context) => {
    const word = convertText(value, context) ?? ''
    const choices = (options.options as readonly SelectChoice[]).map(choiceValue)
    const found =
      choices.find((choice) => choice === word) ?? choices.find((choice) => choice.toLowerCase() === word.toLowerCase())
    if (found !== undefined) return found
    const near = nearest(word, choices) ?? choices[0]
    context.problem(
      `“${shown(word)}” is none of ${choices.join(', ')}. Say what it becomes: values: { ${JSON.stringify(word)}: ${near} }.`,
    )
    return null
  },
  list: async (value, { options }, context) => {
    const items = itemsOf(value, context.mapping.separator)
    const converted: Json[] = []
    for (const item of items) {
      const found = isNothing(item) ? null : await convert(item, options.of as FieldData, context) // a list's option
      if (found !== null) converted.push(found)
    }
    return converted
  },
  group: (value, { options }, context) => {
    if (isObject(value)) return convertObject(value, options.fields as readonly FieldData[], context) // a group's option
    context.problem('A group is made from an object, and this is none.')
    return null
  },
  blocks: (value, { options }, context) => convertBlocks(value, options.of, context),
}

function itemsOf(value: Json, separator: string | undefined): readonly Json[] {
  if (Array.isArray(value)) return value
  if (typeof value !== 'string') return [value]
  const parts = value.split(separator ?? /[,;|\n]/)
  return parts.map((part) => part.trim()).filter((part) => part !== '')
}

/** An object whose values go to the fields of the same name; the others are lost. */
async function convertObject(
  value: { readonly [name: string]: Json },
  fields: readonly FieldData[],
  context: ConvertContext,
) {
  const found: { [name: string]: Json } = {}
  for (const field of fields) {
    const given = valueAt(value, field.name)
    const converted = isNothing(given) ? null : await convert(given, field, context)
    if (converted !== null) found[field.name] = converted
  }
  for (const name of Object.keys(value)) {
    const isKnown = fields.some((field) => field.name === name) || TYPE_NAMES.includes(name) || name === 'id'
    if (!isKnown && !isNothing(value[name])) context.lose(`value ${name} inside`, shown(value[name] ?? null))
  }
  return found
}

/** Names under which systems keep the type of a block. */
const TYPE_NAMES = ['type', 'blockType', '__component', 'blockName']

/** Text becomes one block; a list of objects becomes those blocks that there are. */
async function convertBlocks(
  value: Json,
  kinds: { readonly [type: string]: readonly FieldData[] },
  context: ConvertContext,
): Promise<Json> {
  if (!Array.isArray(value)) {
    const [type = '', name = ''] = (context.mapping.block ?? '').split('.')
    const field = kinds[type]?.find((field) => field.name === name)
    if (field === undefined) {
      context.problem('Nothing says which block takes this text. Add `block`, as in block: prose.text.')
      return null
    }
    const converted = await convert(value, field, context)
    return converted === null ? [] : [{ type, [name]: converted }]
  }
  const blocks: Json[] = []
  for (const item of value) {
    const said = isObject(item)
      ? TYPE_NAMES.map((name) => item[name]).find((type) => typeof type === 'string')
      : undefined
    const type = String(said ?? '').replace(/^.*\./, '')
    const fields = Object.hasOwn(kinds, type) ? kinds[type] : undefined
    if (isObject(item) && fields) blocks.push({ type, ...(await convertObject(item, fields, context)) })
    else context.lose(`block ${type || 'without a type'}`, shown(item))
  }
  return blocks
}

/** Sentences about a value that is not one time, with what to do. */
export function timeProblem(value: Json, problem: string): string {
  return `“${shown(value)}” ${problem}. One such as 2026-11-23 or 2026-11-23T08:00:00Z is needed.`
}

/** The beginning of a value, for a message. */
export function shown(value: Json): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 59)}…` : line
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
