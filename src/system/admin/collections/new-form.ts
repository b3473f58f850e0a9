import type { CollectionEdit, FieldEdit } from '../../../manifest/source-edit.ts'
import { isTicked, type TypedForm, textOf } from './typed.ts'

/** A field a row; rows without a name are not meant. */
export function readNew(form: TypedForm): CollectionEdit {
  const rows = Array.from({ length: rowsIn(form) }, (_, index) => `field.${index}`)
  const fields = rows.flatMap((at): [string, FieldEdit][] => {
    const name = textOf(form, `${at}.name`)
    const type = textOf(form, `${at}.type`) || 'string'
    const more = textOf(form, `${at}.more`)
    const required = isTicked(form, `${at}.required`) && { required: true }
    return name === '' ? [] : [[name, { type, ...moreOf(type, more), ...required }]]
  })
  const label = textOf(form, 'label')
  const description = textOf(form, 'description')
  return {
    name: textOf(form, 'name'),
    ...(label !== '' && { label }),
    ...(description !== '' && { description }),
    ...(isTicked(form, 'drafts') && { drafts: true }),
    fields: Object.fromEntries(fields),
  }
}

/** What stands after the type: a target, choices, or the field that a slug is made from. */
function moreOf(type: string, more: string): FieldEdit {
  if (more === '') return {}
  if (type === 'select') return { options: more.split(',').map((choice) => choice.trim()) }
  if (type === 'slug') return { from: more }
  return type === 'reference' || type === 'references' ? { target: more } : {}
}

/** How many rows for fields there are. */
export function rowsIn(form: TypedForm): number {
  const numbers = Object.keys(form).flatMap((name) => /^field\.(\d{1,3})\./.exec(name)?.[1] ?? [])
  return Math.max(4, Number(textOf(form, 'rows')) || 0, ...numbers.map((number) => Number(number) + 1))
}
