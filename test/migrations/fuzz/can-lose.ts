import type { FieldModel, Kind, PluginColumn } from './project-model.ts'

/** Form of a kind's values in JSON. */
export type Form = 'text' | 'integer' | 'real' | 'boolean' | 'datetime' | 'json' | 'list of ids'

const FORMS: Readonly<Record<Kind, Form>> = {
  string: 'text',
  text: 'text',
  slug: 'text',
  select: 'text',
  date: 'text',
  reference: 'text',
  media: 'text',
  references: 'list of ids',
  number: 'real',
  whole: 'integer',
  boolean: 'boolean',
  datetime: 'datetime',
  json: 'json',
  richText: 'json',
  list: 'json',
  group: 'json',
  blocks: 'json',
}

export function formOf({ kind }: Pick<FieldModel, 'kind'>): Form {
  return FORMS[kind]
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

const REFERRING: readonly Kind[] = ['reference', 'references', 'media']

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
