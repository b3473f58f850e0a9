import { type Document, resolve, type Schema } from './document.ts'

/** The type of a value in a few words: `text`, `whole number or null`, `list of <RichText>`. */
export function typeInWords(document: Document, schema: Schema): string {
  const { $ref } = schema
  if ($ref !== undefined)
    return $ref.includes('/properties/') ? typeInWords(document, resolve(document, { $ref })) : last($ref)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return [...new Set(choices.map((choice) => typeInWords(document, choice)))].join(' or ')
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  if (types.length === 0) return 'anything'
  return types.map((type) => oneType(document, schema, type)).join(' or ')
}

function oneType(document: Document, schema: Schema, type: string): string {
  if (schema.format !== undefined && type === 'string') return FORMATS[schema.format] ?? schema.format
  if (type === 'array') return `list of ${typeInWords(document, schema.items ?? {})}`
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

/** What a value has to keep to: "at most 200 characters", "one of `news`, `feature`". */
export function limitsInWords(schema: Schema): readonly string[] {
  const { minLength, maxLength, minItems, maxItems, pattern } = schema
  const choices = schema.enum?.filter((value) => value !== null).map((value) => String(value))
  return [
    ...(choices ? [`one of ${choices.join(', ')}`] : []),
    ...range(minLength, maxLength, 'characters'),
    ...range(bound(schema.minimum), bound(schema.maximum), ''),
    ...range(minItems, maxItems, 'items'),
    ...(pattern === undefined ? [] : [`matches ${pattern}`]),
  ]
}

/** The ends of JavaScript's whole numbers are no limit worth a word. */
function bound(value: number | undefined): number | undefined {
  return value === undefined || Math.abs(value) === Number.MAX_SAFE_INTEGER ? undefined : value
}

function range(min: number | undefined, max: number | undefined, unit: string): string[] {
  const said = (value: number) => `${value.toLocaleString('en')} ${unit}`.trim()
  if (min !== undefined && max !== undefined) return [`${min.toLocaleString('en')} to ${said(max)}`]
  if (max !== undefined) return [`at most ${said(max)}`]
  return min === undefined ? [] : [`at least ${said(min)}`]
}

function last(ref: string): string {
  return ref.slice(ref.lastIndexOf('/') + 1)
}
