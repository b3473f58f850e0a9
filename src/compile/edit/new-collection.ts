import type { Json } from '../../config/fields/field-type.ts'
import type { CollectionEdit } from '../../manifest/source-edit.ts'
import { COLLECTION_ORDER } from './collection-order.ts'
import { printField } from './field.ts'
import type { Style } from './style.ts'
import { printName, printText, printValue } from './value.ts'

/** The file of a new collection, as a person writes it. */
export function printCollection(collection: CollectionEdit, given: Style): string {
  const style = { ...given, width: Math.max(given.width, 100) }
  const { newline, indent } = style
  const end = style.semicolons ? ';' : ''
  const comma = style.trailingComma ? ',' : ''
  const options = Object.entries(collection).filter(([, value]) => value !== undefined && value !== null)
  const ordered = options.sort(([a], [b]) => COLLECTION_ORDER.indexOf(a) - COLLECTION_ORDER.indexOf(b))
  const lines = ordered.map(([name, value]) => {
    if (name === 'fields') return `${indent}fields: ${printAll(collection.fields ?? {}, style)}`
    const key = printName(name, style)
    const column = indent.length + key.length + 2
    return `${indent}${key}: ${printValue(value as Json, { style, indent, column })}` // `fields` alone is no JSON
  })
  return [
    `import { defineCollection, field } from ${printText('lintel', style)}${end}`,
    '',
    'export default defineCollection({',
    lines.map((line, at) => line + (at < lines.length - 1 ? ',' : comma)).join(newline),
    `})${end}`,
    '',
  ].join(newline)
}

function printAll(fields: NonNullable<CollectionEdit['fields']>, style: Style): string {
  const { newline, indent } = style
  const inner = indent + indent
  const comma = style.trailingComma ? ',' : ''
  const lines = Object.entries(fields).map(([name, field]) => {
    const key = printName(name, style)
    return `${inner}${key}: ${printField('field', field, { style, indent: inner, column: inner.length + key.length + 2 })}`
  })
  if (lines.length === 0) return '{}'
  return ['{', lines.map((line, at) => line + (at < lines.length - 1 ? ',' : comma)).join(newline), `${indent}}`].join(
    newline,
  )
}
