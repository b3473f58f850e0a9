import type { FieldData, Json } from '../../../fields/field-type.ts'
import type { SentForm } from './objects.ts'
import { isTranslated } from './translation/translated-fields.ts'

/** The values that a form holds, by the dotted names of its inputs. */
export interface FormReading {
  readonly values: { readonly [name: string]: Json }
  /** Text that could not be read as a value, by the path that the document gives it. */
  readonly typed: ReadonlyMap<string, string>
  /** Names of inputs by the path that the document gives to what they hold. */
  readonly names: ReadonlyMap<string, string>
}

/**
 * Reads a document's fields out of a form. Text that is no number, no date or no JSON stays text, so that the API says
 * what is wrong with it and the form shows it again.
 */
export function readFields(form: SentForm, fields: readonly FieldData[]): FormReading {
  const typed = new Map<string, string>()
  const names = new Map<string, string>()
  const values = readObject({ form, typed, names }, fields, '', '')
  return { values, typed, names }
}

interface Source {
  readonly form: SentForm
  readonly typed: Map<string, string>
  readonly names: Map<string, string>
}

/** `name` is that of the inputs; `path` the same with positions in place of the keys of items. */
function readObject(source: Source, fields: readonly FieldData[], name: string, path: string) {
  return Object.fromEntries(
    fields.map((field) => [field.name, read(source, field, name + field.name, path + field.name)]),
  )
}

function read(source: Source, field: FieldData, name: string, path: string): Json {
  source.names.set(path, name)
  const special = READERS[field.kind]
  if (special) return special(source, field, name, path)
  return textAt(source, name) || null
}

type Reader = (source: Source, field: FieldData, name: string, path: string) => Json

const READERS: Readonly<Record<string, Reader>> = {
  // The headline is an input of several lines.
  string: (source, _field, name) => textAt(source, name).replaceAll(/\s*\r?\n\s*/g, ' ') || null,
  boolean: ({ form }, _field, name) => (Object.hasOwn(form, name) ? textsIn(form, name).at(-1) === 'true' : null),
  number: (source, _field, name, path) => {
    const text = textAt(source, name).trim()
    if (text === '') return null
    const value = Number(text)
    if (Number.isFinite(value)) return value
    source.typed.set(path, text)
    return text
  },
  datetime: (source, _field, name) => {
    const text = textAt(source, name)
    if (text === '') return null
    const [, minute, rest] = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2}(?:\.\d+)?)?$/.exec(text) ?? []
    return minute === undefined ? text : `${minute}${rest ?? ':00.000'}Z`
  },
  text: (source, _field, name) => textAt(source, name).replaceAll('\r\n', '\n') || null,
  json: (source, _field, name, path) => readJson(source, textAt(source, name), path),
  richText: (source, _field, name) => {
    const text = textAt(source, name).replaceAll('\r\n', '\n')
    if (text.trim() === '') return null
    return treeIn(text) ?? text
  },
  media: readReference,
  reference: readReference,
  references: ({ form }, _field, name) => textsIn(form, name).filter((id) => id !== ''),
  group: (source, field, name, path) => {
    const group = readObject(source, field.options.fields, `${name}.`, `${path}.`)
    const isEmpty = (field.options.fields as readonly FieldData[]).every(
      (inner) => group[inner.name] === null || group[inner.name] === inner.options.default,
    )
    if (!isEmpty || field.options.required) return group
    // An empty form in one language is no empty group: others may hold something.
    const isWhole = isTranslated(field) && !(field.options.fields as readonly FieldData[]).some(isRequired)
    return isWhole ? group : null
  },
  list: (source, field, name, path) => {
    const keys = keysAt(source, name)
    // Every language, those that are added later among them.
    if (name === 'publishedLocales' && keys.length === field.options.max) return null
    return keys.map((key, index) => readItem(source, field.options.of, `${name}.${key}`, `${path}.${index}`))
  },
  blocks: (source, field, name, path) =>
    keysAt(source, name).map((key, index) => {
      const type = textAt(source, `${name}.${key}.type`)
      const fields = (field.options.of as { [type: string]: readonly FieldData[] })[type] ?? []
      return { type, ...readObject(source, fields, `${name}.${key}.`, `${path}.${index}.`) }
    }),
}

function isRequired({ options }: FieldData): boolean {
  return options.required === true
}

/** A row is an object even where nothing is typed in it, so that its own fields are named where they are required. */
function readItem(source: Source, item: FieldData, name: string, path: string): Json {
  if (item.kind !== 'group') return read(source, item, name, path)
  source.names.set(path, name)
  return readObject(source, item.options.fields, `${name}.`, `${path}.`)
}

function readReference({ form }: Source, _field: FieldData, name: string): Json {
  return textsIn(form, name).findLast((id) => id !== '') ?? null
}

/** Keys of a list's items, in the order in which they stand on the page. */
function keysAt({ form }: Source, name: string): readonly string[] {
  return textsIn(form, `${name}[]`).filter((key) => /^[\w-]+$/.test(key))
}

function textAt({ form }: Source, name: string): string {
  return textsIn(form, name)[0] ?? ''
}

/** Texts typed under a name; files are none of it. */
export function textsIn(form: SentForm, name: string): readonly string[] {
  const values = Object.hasOwn(form, name) ? [form[name]].flat() : []
  return values.filter((value) => typeof value === 'string')
}

function readJson(source: Source, text: string, path: string): Json {
  if (text.trim() === '') return null
  try {
    return JSON.parse(text) as Json
  } catch {
    source.typed.set(path, text)
    return text
  }
}

function treeIn(text: string): Json | null {
  if (!text.startsWith('{')) return null
  try {
    const value = JSON.parse(text) as Json
    return typeof value === 'object' && value !== null && 'type' in value ? value : null
  } catch {
    return null
  }
}
