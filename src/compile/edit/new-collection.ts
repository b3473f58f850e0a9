import type { Json } from '../../fields/field-type.ts'
import type { CollectionEdit } from '../../manifest/source-edit.ts'
import { COLLECTION_ORDER } from './collection-order.ts'
import { type Code, codeOf, fieldCode, objectOf, print, printText } from './print.ts'
import type { Style } from './style.ts'

/** Prints the file of a new collection. */
export function printCollection(collection: CollectionEdit, projectStyle: Style): string {
  const style = { ...projectStyle, width: Math.max(projectStyle.width, 100) }
  const end = style.semicolons ? ';' : ''
  const options = Object.entries(collection).filter(([, value]) => value !== undefined && value !== null)
  const ordered = options.sort(([a], [b]) => COLLECTION_ORDER.indexOf(a) - COLLECTION_ORDER.indexOf(b))
  const fields = objectOf(
    Object.entries(collection.fields ?? {}),
    (_, field) => fieldCode('field', field, style),
    style,
  )
  const { list } = objectOf(
    ordered,
    (name, value) => (name === 'fields' ? broken(fields) : codeOf(value as Json, style)), // only `fields` is not JSON
    style,
  )
  const call = broken({ text: 'export default defineCollection(', ...(list && { list: { ...list, tail: `)${end}` } }) })
  const lines = [
    `import { defineCollection, field } from ${printText('lintel', style)}${end}`,
    '',
    print(call, { style, indent: '', column: 0 }),
    '',
  ]
  return lines.join(style.newline)
}

function broken({ text, list }: Code): Code {
  return { text, ...(list && { list: { ...list, broken: true } }) }
}
