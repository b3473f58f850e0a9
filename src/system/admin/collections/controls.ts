import * as z from 'zod'
import type { FieldType, Json } from '../../../config/fields/field-type.ts'
import { message } from '../../../runtime/kit.ts'
import { isTicked, type TypedForm, textOf } from './typed.ts'

/** An input for one option of a field. */
export interface Control {
  readonly option: string
  /** `lines` has a choice a line, `value = label`; `json` anything else. */
  readonly kind: 'flag' | 'text' | 'number' | 'choice' | 'collection' | 'lines' | 'json'
  readonly choices: readonly string[]
}

/** What every field of a collection takes, for people to set; the rest is written in the file. */
const COMMON: Readonly<Record<string, z.ZodType>> = {
  required: z.boolean(),
  label: z.string(),
  help: z.string(),
  unique: z.boolean(),
  hidden: z.boolean(),
  readOnly: z.boolean(),
}

/** Inputs for a type of field, as its own module declares its options. */
export function controlsOf(type: FieldType): readonly Control[] {
  const { required, label, help, ...rest } = COMMON
  const first = { ...(required && { required }), ...(label && { label }), ...(help && { help }) }
  return Object.entries({ ...first, ...type.options, ...rest }).flatMap(([option, schema]) => controlOf(option, schema))
}

type Shape = { readonly type?: string; readonly enum?: readonly string[]; readonly const?: unknown } & {
  readonly anyOf?: readonly Shape[]
  readonly items?: Shape
}

function controlOf(option: string, schema: z.ZodType): Control[] {
  const shape = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape // as JSON Schema has them
  if (shape.const !== undefined) return [] // there is nothing to choose
  const control = (kind: Control['kind'], choices: readonly string[] = []): Control[] => [{ option, kind, choices }]
  if (option === 'target') return control('collection')
  if (shape.enum) return control('choice', shape.enum)
  if (shape.type === 'boolean') return option === 'default' ? control('choice', ['true', 'false']) : control('flag')
  if (shape.type === 'integer' || shape.type === 'number') return control('number')
  if (shape.type === 'string' || shape.anyOf?.some(({ type }) => type === 'string')) return control('text')
  const takesText = shape.items?.anyOf?.some(({ type }) => type === 'string') || shape.items?.type === 'string'
  return control(shape.type === 'array' && takesText ? 'lines' : 'json')
}

/** What people read for an option; the name itself for one that a plugin's type brings. */
export const OPTION_LABELS: Readonly<Record<string, string>> = {
  required: message('Required'),
  label: message('Label'),
  help: message('Help text'),
  unique: message('Unique'),
  hidden: message('Hidden from responses'),
  readOnly: message('Read only'),
  min: message('Minimum'),
  max: message('Maximum'),
  integer: message('Whole numbers only'),
  pattern: message('Pattern (regular expression)'),
  default: message('Default value'),
  options: message('Choices, one a line'),
  from: message('Made from the field'),
  target: message('Refers to'),
  onDelete: message('When its target is deleted'),
  of: message('What it holds (JSON)'),
  fields: message('Its fields (JSON)'),
}

/** What was typed for an option, as the value that the file is to have; `null` for none. */
export function readControl(form: TypedForm, { option, kind }: Control): Json {
  if (kind === 'flag') return isTicked(form, option) || null
  const text = textOf(form, option)
  if (text === '') return null
  if (kind === 'number') return Number.isFinite(Number(text)) ? Number(text) : text
  if (kind === 'choice') return text === 'true' || (text === 'false' ? false : text)
  if (kind === 'lines') return readLines(text)
  return kind === 'json' ? readJson(text) : text
}

function readLines(text: string): Json {
  const lines = text.split('\n').map((line) => line.trim())
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [value = '', ...label] = line.split('=').map((part) => part.trim())
      return label.length === 0 ? value : { value, label: label.join(' = ') }
    })
}

/** What is no JSON stays text, so that the compiler says what is wrong with it. */
function readJson(text: string): Json {
  try {
    return JSON.parse(text) as Json
  } catch {
    return text
  }
}

/** A value as its input shows it. */
export function showValue({ kind }: Control, value: Json | undefined): string {
  if (value === undefined || value === null) return ''
  if (kind === 'lines' && Array.isArray(value)) return value.map(showChoice).join('\n')
  if (typeof value === 'string') return value
  return JSON.stringify(value, null, kind === 'json' ? 2 : undefined)
}

function showChoice(choice: Json): string {
  if (typeof choice !== 'object' || choice === null || Array.isArray(choice)) return String(choice)
  const { value, label } = choice as { readonly value?: Json; readonly label?: Json } // as `select` declares them
  return `${value} = ${label}`
}
