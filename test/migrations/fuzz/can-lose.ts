import type { Storage } from '../../../src/fields/field-type.ts'
import { REFERRING, storageIn } from './kinds.ts'
import type { FieldModel, PluginColumn } from './project-model.ts'

/** Form of a kind's values in JSON. */
export type Form = Exclude<Storage, 'join'> | 'list of ids'

export function formOf({ kind }: Pick<FieldModel, 'kind'>): Form {
  const storage = storageIn(kind)
  return storage === 'join' ? 'list of ids' : storage
}

/** By form: those that hold not every value of it. Text with a form of its own, and what holds fields, stand below. */
const NARROWER: Readonly<Record<Form, readonly Form[]>> = {
  text: ['integer', 'real', 'boolean', 'datetime', 'list of ids'],
  integer: ['boolean', 'datetime', 'list of ids'],
  real: ['integer', 'boolean', 'datetime', 'list of ids'],
  boolean: ['datetime', 'list of ids'],
  datetime: ['boolean', 'list of ids'],
  json: ['integer', 'real', 'boolean', 'datetime', 'list of ids'],
  'list of ids': ['text', 'integer', 'real', 'boolean', 'datetime', 'json'],
}

/** Tells whether a field of one type may hold a value that one of another cannot. */
export function canLose(before: FieldModel, after: FieldModel): boolean {
  if (before.kind === after.kind) return false
  if (REFERRING.includes(before.kind) && after.kind === 'references') return false
  if (after.kind === 'date' || after.fields || after.item || after.blocks) return true
  const [from, to] = [formOf(before), formOf(after)]
  // Rich text keeps the words of text, and text the words of rich text.
  if (after.kind === 'richText') return from === 'json' || from === 'list of ids'
  if (before.kind === 'richText' && to === 'text') return true
  return NARROWER[from].includes(to)
}

export function losesColumn(before: PluginColumn['type'], after: PluginColumn['type']): boolean {
  return (before === 'text' && after !== 'text') || (before === 'real' && after === 'integer')
}
