import { isJsonObject, type Json, type JsonObject } from 'lintel/importing'
import { isList } from '../json/parse-record.ts'
import type { SourceValue } from '../source.ts'
import { idOf, type PayloadCollection } from './collections.ts'
import { isPolymorphic, type PayloadField, type PayloadFields } from './learn-fields.ts'
import { isLexical, type LexicalContext, lexicalToHtml } from './lexical.ts'

/** Returns the meanings of a collection's values by name. */
export function valuesOf(fields: PayloadFields): { readonly [name: string]: SourceValue } {
  return Object.fromEntries(
    [...fields].flatMap(([name, field]): [string, SourceValue][] => {
      if (field.kind === 'group') return []
      if (field.kind === 'rich-text') return [[name, { is: 'html' }]]
      if (field.kind === 'plain') return [[name, field.value]]
      if (field.kind === 'relation') return [[name, meaning(field.target, field.many)]]
      return field.targets.map((target) => [`${name}.${target.kind}`, meaning(target, field.many)])
    }),
  )
}

function meaning({ kind, isUpload }: PayloadCollection, many: boolean): SourceValue {
  return isUpload ? { is: 'file', many } : { is: 'reference', kind, many }
}

/** Returns a document's values by name. */
export function readDocument(document: JsonObject, fields: PayloadFields, context: LexicalContext): JsonObject {
  return Object.fromEntries(
    [...fields].flatMap(([name, field]) => {
      const value = valueAt(document, name)
      return value === undefined ? [] : readValue(name, value, field, context)
    }),
  )
}

function readValue(name: string, value: Json, field: PayloadField, context: LexicalContext): [string, Json][] {
  if (field.kind === 'group') return []
  if (field.kind === 'relation') return [[name, keysOf(value, field.target, field.many)]]
  if (field.kind === 'polymorphic') {
    const items = (isList(value) ? value : [value]).filter(isPolymorphic)
    return field.targets.map((target) => {
      const keys = items.filter(({ relationTo }) => relationTo === target.kind).map((item) => item.value)
      return [`${name}.${target.kind}`, keysOf(field.many ? keys : (keys[0] ?? null), target, field.many)]
    })
  }
  return [[name, withHtml(value, context)]]
}

function keysOf(value: Json, target: PayloadCollection, many: boolean): Json {
  const keys = (isList(value) ? value : [value]).flatMap((item) => {
    const id = idOf(item)
    return id === null ? [] : [target.isUpload ? fileKey(target.kind, id) : id]
  })
  return many ? keys : (keys[0] ?? null)
}

/** Returns the key of a file. It includes the collection, since each collection may number its documents from 1. */
export function fileKey(collection: string, id: string): string {
  return `${collection}/${id}`
}

/** Replaces rich text with HTML, at any depth of a value. */
function withHtml(value: Json, context: LexicalContext): Json {
  if (isLexical(value)) return lexicalToHtml(value, context)
  if (isList(value)) return value.map((item) => withHtml(item, context))
  if (!isJsonObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withHtml(inner, context)]))
}

function valueAt(document: JsonObject, path: string): Json | undefined {
  let value: Json | undefined = document
  for (const name of path.split('.')) value = isJsonObject(value) ? value[name] : undefined
  return value
}
