import { type FieldData, isJsonObject, type Json } from 'lintel/importing'
import type { ConvertContext } from './convert-context.ts'
import { findFile } from './find-file.ts'

/** Returns the ids that a value refers to. Files have placeholders until they are uploaded. */
export function referredIds(value: Json, field: FieldData, context: ConvertContext): readonly string[] {
  return [...new Set(keysOf(value, context).flatMap((key) => idOf(key, field, context) ?? []))]
}

function keysOf(value: Json, { mapping }: ConvertContext): string[] {
  const items = Array.isArray(value)
    ? value
    : isText(value) && mapping.separator
      ? value.split(mapping.separator)
      : [value]
  return items.flatMap((item) => {
    const key = isJsonObject(item) ? (item.key ?? item.id ?? item.value) : item
    return typeof key === 'string' || typeof key === 'number' ? [String(key).trim()].filter((text) => text !== '') : []
  })
}

function idOf(key: string, field: FieldData, context: ConvertContext): string | null {
  const { store, fileTargets, mapping, meaning, lose } = context
  const target = String(field.options.target)
  if (fileTargets.has(target)) {
    const placeholder = findFile(key, context)
    if (placeholder === null) lose('file that is missing from the export', key)
    return placeholder
  }
  const kind = mapping.refers ?? (meaning?.is === 'reference' ? meaning.kind : undefined)
  if (kind === undefined) {
    context.problem(
      `The mapping does not say which records “${key}” refers to. Add \`refers: <kind>\` to this field of the mapping.`,
    )
    return null
  }
  const found = mapping.by === undefined ? key : store.keyOf(kind, mapping.by, key)
  const kept = found === null ? null : store.find(kind, found)
  if (kept?.collection === target) return kept.id
  lose(`reference to a ${kind} that is not imported`, key)
  return null
}

function isText(value: Json): value is string {
  return typeof value === 'string'
}
