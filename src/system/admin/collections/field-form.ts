import * as z from 'zod'
import type { Json } from '../../../fields/field-type.ts'
import { fieldTypesOf, message, type RequestContext } from '../../../runtime/kit.ts'
import { changesIn } from '../schema-form/changes.ts'
import { type Input, inputsOf } from '../schema-form/input.ts'
import type { TypedForm } from '../typed-form.ts'
import type { PlacedField } from './field-place.ts'

/** Options that forms can change for every field, in addition to those of its type. */
const COMMON = { required: z.boolean(), label: z.string(), help: z.string() }
/** Options that nested fields lack. */
const COLUMN = {
  unique: z.boolean(),
  hidden: z.boolean(),
  readOnly: z.boolean(),
  admin: z.strictObject({
    side: z
      .boolean()
      .optional()
      .meta({ title: message('Beside the text') }),
    tab: z
      .string()
      .optional()
      .meta({ title: message('Tab') }),
  }),
}

/**
 * Labels of options. An option of a plugin's type brings its own label (`.meta({ title })`), or is labeled by its name.
 */
const LABELS: Readonly<Record<string, string>> = {
  required: message('Required'),
  label: message('Label'),
  help: message('Help text'),
  unique: message('Unique'),
  hidden: message('Hidden from responses'),
  readOnly: message('Read only'),
  admin: message('Place in the form'),
  min: message('Minimum'),
  max: message('Maximum'),
  minWidth: message('Minimum width in pixels'),
  minHeight: message('Minimum height in pixels'),
  types: message('Supported types, one per line'),
  integer: message('Whole numbers only'),
  pattern: message('Pattern (regular expression)'),
  default: message('Default value'),
  options: message('Choices, one per line'),
  from: message('Generated from the field'),
  target: message('Refers to'),
  onDelete: message('When its target is deleted'),
  of: message('Items (JSON)'),
  fields: message('Nested fields (JSON)'),
}

/** The field that a form edits. Existing nested fields have forms of their own. */
export interface FormField {
  readonly type: string
  /** Current options; `null` for a new field. */
  readonly now: PlacedField['options'] | null
  readonly isInside: boolean
  /** Names of options without an input. */
  readonly inFile?: ReadonlySet<string>
}

/** Returns inputs for the options of a field, as its type declares them, checkboxes first. */
export function optionInputs(c: RequestContext, { type, now, isInside, inFile }: FormField): readonly Input[] {
  const known = fieldTypesOf(c)[type]
  if (!known) return []
  const { default: initial, of, fields, ...typeOptions } = known.options
  const inner = now === null ? { ...(of && { of }), ...(fields && { fields }) } : {}
  const { onDelete: _, ...nested } = typeOptions
  const options = {
    ...COMMON,
    ...forForms(isInside ? nested : typeOptions),
    ...inner,
    ...(initial && { default: initial.optional() }),
    ...(isInside ? {} : COLUMN),
  }
  const inputs = inputsOf(options)
  // A choice with a single value needs no input.
  const shown = inputs
    .filter(({ name, kind, choices }) => !inFile?.has(name) && (kind !== 'choice' || choices.length > 1))
    .map((input) => ({ ...input, label: input.label ?? LABELS[input.name] ?? null }))
  return [...shown.filter(({ kind }) => kind === 'flag'), ...shown.filter(({ kind }) => kind !== 'flag')]
}

/** Returns options without those that can only be declared in the file: `.meta({ isInFile: true })`. */
function forForms(options: { readonly [name: string]: z.ZodType }): { readonly [name: string]: z.ZodType } {
  return Object.fromEntries(Object.entries(options).filter(([, schema]) => schema.meta()?.isInFile !== true))
}

/** Returns submitted options that differ from the declared options. */
export function optionsIn(c: RequestContext, form: TypedForm, field: FormField): { [option: string]: Json } {
  return changesIn(optionInputs(c, field), form, field.now ?? {})
}

/** Returns the current options that the new type lacks, each as `null`, which removes it. */
export function foreign(c: RequestContext, field: PlacedField, type: string): { [option: string]: Json } {
  if (type === field.kind) return {}
  const [before, after] = [fieldTypesOf(c)[field.kind], fieldTypesOf(c)[type]]
  const gone = Object.keys(before?.options ?? {}).filter((option) => after?.options[option] === undefined)
  return Object.fromEntries(
    gone.filter((option) => field.options[option] !== undefined).map((option) => [option, null]),
  )
}
