import * as z from 'zod'
import type { Json } from '../../../fields/field-type.ts'
import type { CollectionEdit, FieldEdit } from '../../../manifest/source-edit.ts'
import { fieldTypesOf, message, type RequestContext } from '../../../runtime/kit.ts'
import { changesIn } from '../schema-form/changes.ts'
import { type Input, inputsOf } from '../schema-form/input.ts'
import { type TypedForm, textOf } from '../typed-form.ts'
import { COLLECTION_OPTIONS } from './options-form.ts'

/** Default type of a field. */
const FIRST_TYPE = 'string'

/** Returns inputs for a new collection, without its name. */
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

/** Reads the new collection from the form, without rows that have no name. */
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

/** Parses the text beside a field's type: a target, choices, or the source field of a slug. */
function moreOf(type: string, more: string | undefined): FieldEdit {
  if (more === undefined) return {}
  if (type === 'select') return { options: more.split(',').map((choice) => choice.trim()) }
  if (type === 'slug') return { from: more }
  return type === 'reference' || type === 'references' ? { target: more } : {}
}
