import type { FieldData, Json, Parts } from './field-type.ts'
import { fieldTypes } from './index.ts'

/** Returns the nested fields of a field; `null` if its values are treated as a whole. */
export function partsOf({ kind, options }: FieldData): Parts | null {
  return fieldTypes[kind]?.parts?.(options) ?? null
}

/**
 * Returns the nested fields of a value: those of an object, or of a block by its type; an empty list for anything else.
 */
export function membersOf(parts: Parts | null, value: Json | undefined): readonly FieldData[] {
  if (parts?.kind === 'object') return parts.fields
  return parts?.kind === 'blocks' ? (parts.of[blockType(value)] ?? []) : []
}

/** Returns the type of a block; empty if it has none. */
export function blockType(value: Json | undefined): string {
  return typeof value === 'object' && value !== null && 'type' in value ? String(value.type) : ''
}
