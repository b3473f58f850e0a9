import type { FieldData, Json, Parts } from './field-type.ts'
import { fieldTypes } from './index.ts'

/** The fields inside a field; `null` where its values are one whole. */
export function partsOf({ kind, options }: FieldData): Parts | null {
  return fieldTypes[kind]?.parts?.(options) ?? null
}

/** The fields that a value has: those of an object, or of a block, which names its type. None for anything else. */
export function membersOf(parts: Parts | null, value: Json | undefined): readonly FieldData[] {
  if (parts?.kind === 'object') return parts.fields
  return parts?.kind === 'blocks' ? (parts.of[blockType(value)] ?? []) : []
}

/** The type of a block; empty where it has none. */
export function blockType(value: Json | undefined): string {
  return typeof value === 'object' && value !== null && 'type' in value ? String(value.type) : ''
}
