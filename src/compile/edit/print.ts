import type { Json } from '../../fields/field-type.ts'
import type { FieldEdit } from '../../manifest/source-edit.ts'
import type { Style } from './style.ts'

/** Code to print: a prefix, and perhaps a list in brackets with a suffix. */
export interface Code {
  readonly text: string
  readonly list?: {
    readonly brackets: '[]' | '{}'
    readonly parts: readonly Code[]
    /** Forces several lines. */
    readonly broken?: boolean
    readonly tail?: string
  }
}

/** Position where code will be inserted. */
export interface Setting {
  readonly style: Style
  /** Indentation of the line. */
  readonly indent: string
  /** Number of characters before the code on its line. */
  readonly column: number
}

/** Prints code: on one line if it fits, otherwise one part per line. */
export function print(code: Code, { style, indent, column }: Setting): string {
  const { text, list } = code
  const inline = printInline(code)
  if (!list?.parts.length || (column + inline.length < style.width && !isBroken(code))) return inline
  const inner = indent + style.indent
  const parts = list.parts.map((part) => print(part, { style, indent: inner, column: inner.length }))
  return text + printBroken(list.brackets, parts, style, indent) + (list.tail ?? '')
}

/** Prints parts in brackets, one per line. */
export function printBroken(brackets: '[]' | '{}', parts: readonly string[], style: Style, indent: string): string {
  const comma = style.trailingComma ? ',' : ''
  const lines = parts.map((part, at) => `${indent}${style.indent}${part}${at < parts.length - 1 ? ',' : comma}`)
  return [brackets[0], ...lines, `${indent}${brackets[1]}`].join(style.newline)
}

function printInline({ text, list }: Code): string {
  if (!list) return text
  const gap = list.brackets === '{}' && list.parts.length > 0 ? ' ' : ''
  const inside = list.parts.map(printInline).join(', ')
  return `${text}${list.brackets[0]}${gap}${inside}${gap}${list.brackets[1]}${list.tail ?? ''}`
}

function isBroken({ list }: Code): boolean {
  return list?.broken === true || (list?.parts.some(isBroken) ?? false)
}

/** Converts a value to code. */
export function codeOf(value: Json, style: Style): Code {
  if (typeof value === 'string') return { text: printText(value, style) }
  if (typeof value !== 'object' || value === null) return { text: JSON.stringify(value) }
  if (Array.isArray(value))
    return listOf(
      '[]',
      value.map((item: Json) => codeOf(item, style)),
    )
  return objectOf(Object.entries(value), (_, inner) => codeOf(inner, style), style)
}

function listOf(brackets: '[]' | '{}', parts: readonly Code[]): Code {
  return { text: '', list: { brackets, parts } }
}

/** Converts properties to code, with each value made by `make`. */
export function objectOf<Value>(
  entries: readonly (readonly [string, Value])[],
  make: (name: string, value: Value) => Code,
  style: Style,
): Code {
  return listOf(
    '{}',
    entries.map(([name, value]) => named(name, make(name, value), style)),
  )
}

/** Returns the code `name: code`. */
export function named(name: string, code: Code, style: Style): Code {
  return { ...code, text: `${printName(name, style)}: ${code.text}` }
}

/** Options of a field in the usual order; all others follow. */
export const FIELD_ORDER = ['required', 'unique', 'options', 'of', 'fields']

export function rankOf(option: string): number {
  if (option === 'renamedFrom' || option === 'backfill') return FIELD_ORDER.length + 1
  const rank = FIELD_ORDER.indexOf(option)
  return rank === -1 ? FIELD_ORDER.length : rank
}

/**
 * Returns a field's declaration as code: `field.reference('authors', { required: true })`.
 * @param local the local name of `field`
 */
export function fieldCode(local: string, { type = 'string', target, ...options }: FieldEdit, style: Style): Code {
  const head = `${local}.${printName(type, style)}(`
  const pointing = typeof target === 'string' ? printText(target, style) : ''
  const declared = Object.entries(options).filter((entry): entry is [string, Json] => (entry[1] ?? null) !== null)
  if (declared.length === 0) return { text: `${head}${pointing})` }
  const ordered = declared.sort(([a], [b]) => rankOf(a) - rankOf(b))
  const { list } = objectOf(ordered, (name, value) => optionCode(local, name, value, style), style)
  return { text: head + (pointing && `${pointing}, `), ...(list && { list: { ...list, tail: ')' } }) }
}

/** Returns the value of a field's option as code. Nested fields are declared like fields. */
export function optionCode(local: string, name: string, value: Json, style: Style): Code {
  return name === 'of' || name === 'fields' ? innerFields(local, value, style) : codeOf(value, style)
}

function innerFields(local: string, value: Json, style: Style): Code {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return codeOf(value, style)
  const object = value as { readonly [name: string]: Json } // neither null nor an array
  if (typeof object.type === 'string') return fieldCode(local, object as FieldEdit, style)
  return objectOf(Object.entries(object), (_, inner) => innerFields(local, inner, style), style)
}

/** Prints a string literal in the file's quotes, or in the other ones if that avoids backslashes. */
export function printText(text: string, { quote }: Style): string {
  const other = quote === "'" ? '"' : "'"
  const mark = text.includes(quote) && !text.includes(other) ? other : quote
  const body = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"')
  const safe = body.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
  return mark + safe.replaceAll(mark, `\\${mark}`) + mark
}

/** Prints a property's name, quoted if necessary. */
export function printName(name: string, style: Style): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : printText(name, style)
}
