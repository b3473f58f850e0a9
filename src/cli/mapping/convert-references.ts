import type { FieldData, Json } from '../../fields/field-type.ts'
import type { ConvertContext } from './convert-context.ts'
import { findFile } from './find-file.ts'
import { isObject } from './value-at.ts'

/** A reference, or a list of them, as ids; for files, what stands for them until they are uploaded. */
export function convertReferences(value: Json, field: FieldData, isList: boolean, context: ConvertContext): Json {
  const keys = keysOf(value, context)
  const ids = [...new Set(keys.flatMap((key) => idOf(key, field, context) ?? []))]
  if (isList) return ids
  if (ids.length > 1) context.lose('all but the first of several references', keys.join(', '))
  return ids[0] ?? null
}

function keysOf(value: Json, { mapping }: ConvertContext): string[] {
  const items = Array.isArray(value)
    ? value
    : isText(value) && mapping.separator
      ? value.split(mapping.separator)
      : [value]
  return items.flatMap((item) => {
    const key = isObject(item) ? (item.key ?? item.id ?? item.value) : item
    return typeof key === 'string' || typeof key === 'number' ? [String(key).trim()].filter((text) => text !== '') : []
  })
}

function idOf(key: string, field: FieldData, context: ConvertContext): string | null {
  const { store, fileTargets, mapping, meaning, lose } = context
  const target = String(field.options.target)
  if (fileTargets.has(target)) {
    const placeholder = findFile(key, context)
    if (placeholder === null) lose('file that the export does not have', key)
    return placeholder
  }
  const kind = mapping.refers ?? (meaning?.is === 'reference' ? meaning.kind : undefined)
  if (kind === undefined) {
    context.problem(`Nothing says which records “${key}” means. Add \`refers: <kind>\` to this field of the mapping.`)
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
