import * as z from 'zod'
import type { Json } from '../../../fields/field-type.ts'
import type { CollectionEdit, FieldEdit } from '../../../manifest/source-edit.ts'
import { fieldTypesOf, message, type RequestContext } from '../../../runtime/kit.ts'
import { changesIn } from '../schema-form/changes.ts'
import { type Input, inputsOf } from '../schema-form/input.ts'
import { type TypedForm, textOf } from '../schema-form/typed.ts'
import { COLLECTION_OPTIONS } from './options-form.ts'

/** The type of a field that does not say another. */
const FIRST_TYPE = 'string'

/** Inputs for a new collection, besides its name. */
export function newInputs(c: RequestContext): readonly Input[] {
  const field = z.object({
    name: z.string().meta({ title: message('Name of field {number}'), examples: [message('name')] }),
    type: z
      .enum(Object.keys(fieldTypesOf(c)))
      .meta({ title: message('Type of field {number}'), examples: [FIRST_TYPE] }),
    more: z.string().meta({ title: message('Target or choices of field {number}') }),
    required: z.boolean().meta({ title: message('Required') }),
  })
  const help = message(
    'After the type, name the target of a reference or the choices of a select, separated by commas.',
  )
  return inputsOf({
    ...COLLECTION_OPTIONS,
    field: z.array(field).meta({ title: message('Fields'), description: help }),
  })
}

/** The new collection; rows without a name are not meant. */
export function readNew(c: RequestContext, form: TypedForm): CollectionEdit {
  const { field, ...options } = changesIn(newInputs(c), form, {})
  const rows = (field ?? []) as readonly FieldRow[] // as the schema above reads them
  const fields = rows.flatMap(({ name, type = FIRST_TYPE, more, required }): [string, FieldEdit][] =>
    name === undefined ? [] : [[name, { type, ...moreOf(type, more), ...(required && { required }) }]],
  )
  return { name: textOf(form, 'name'), ...options, fields: Object.fromEntries(fields) }
}

interface FieldRow {
  readonly name?: string
  readonly type?: string
  readonly more?: string
  readonly required?: boolean
  readonly [option: string]: Json | undefined
}

/** Option from the text after the type: a target, choices, or the field that a slug is made from. */
function moreOf(type: string, more: string | undefined): FieldEdit {
  if (more === undefined) return {}
  if (type === 'select') return { options: more.split(',').map((choice) => choice.trim()) }
  if (type === 'slug') return { from: more }
  return type === 'reference' || type === 'references' ? { target: more } : {}
}
