import type { FieldType } from '../../fields/field-type.ts'
import { fieldTypes } from '../../fields/index.ts'
import { type Document, resolve, type Schema } from './document.ts'

/** Returns the description and example value that a field's type provides for the reference. */
export function inReference(schema: Schema): Partial<NonNullable<FieldType['inReference']>> {
  return fieldTypes[schema['x-field-type'] ?? '']?.inReference ?? {}
}

/** Describes the type of a value: `text`, `whole number or null`, `list of RichText`. */
export function describeType(document: Document, schema: Schema): string {
  const { words } = inReference(schema)
  if (words !== undefined) return isNullable(schema) ? `${words} or null` : words
  const { $ref } = schema
  if ($ref !== undefined)
    return $ref.includes('/properties/') ? describeType(document, resolve(document, { $ref })) : last($ref)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map((choice) => describeType(document, choice)))].join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  if (types.length === 0) return 'anything'
  return types.map((type) => oneType(document, schema, type)).join(' or ')
}

function isNullable({ type }: Schema): boolean {
  return Array.isArray(type) && type.includes('null')
}

function oneType(document: Document, schema: Schema, type: string): string {
  if (schema.format !== undefined && type === 'string') return FORMATS[schema.format] ?? schema.format
  if (type === 'array') return `list of ${describeType(document, schema.items ?? {})}`
  return TYPES[type] ?? type
}

const TYPES: { readonly [type: string]: string } = {
  string: 'text',
  integer: 'whole number',
  number: 'number',
  boolean: 'true or false',
  object: 'object',
  null: 'null',
}

const FORMATS: { readonly [format: string]: string } = {
  'date-time': 'date and time',
  date: 'date',
  uuid: 'id',
  email: 'email',
}

/** Describes the limits of a value: "at most 200 characters", "one of `news`, `feature`". */
export function describeLimits(schema: Schema): readonly string[] {
  const { minItems, maxItems } = schema
  const isNamed = inReference(schema).words !== undefined
  const { minLength, maxLength, pattern } = isNamed ? {} : schema
  const choices = schema.enum?.filter((value) => value !== null).map((value) => String(value))
  return [
    ...(choices ? [`one of ${choices.map((choice) => `\`${choice}\``).join(', ')}`] : []),
    ...range(minLength, maxLength, 'characters'),
    ...range(bound(schema.minimum), bound(schema.maximum), ''),
    ...range(minItems, maxItems, 'items'),
    ...(pattern === undefined ? [] : [`matches \`${pattern}\``]),
  ]
}

/** Joins parts as sentences, without repetitions. */
export function sentences(parts: readonly string[]): string {
  const all = parts.flatMap((part) => part.split(/(?<=\.)\s+/)).filter((part) => part !== '')
  return [...new Set(all)].map((part) => (/[.!?]$/.test(part) ? part : `${capitalized(part)}.`)).join(' ')
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** Returns a limit, unless it is merely the range of JavaScript's integers. */
function bound(value: number | undefined): number | undefined {
  return value === undefined || Math.abs(value) === Number.MAX_SAFE_INTEGER ? undefined : value
}

function range(min: number | undefined, max: number | undefined, unit: string): string[] {
  const quantity = (value: number) => `${value.toLocaleString('en')} ${unit}`.trim()
  if (min !== undefined && max !== undefined) return [`${min.toLocaleString('en')} to ${quantity(max)}`]
  if (max !== undefined) return [`at most ${quantity(max)}`]
  return min === undefined ? [] : [`at least ${quantity(min)}`]
}

function last(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}
