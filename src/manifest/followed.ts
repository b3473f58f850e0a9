import type { FieldData, FieldType } from '../config/fields/field-type.ts'
import type { ManifestCollection, ManifestField } from './collection.ts'

type FieldTypes = { readonly [kind: string]: FieldType }

/** A reference that `populate` can follow. */
export interface Followed {
  /** As `populate` names it: `author`, `sections.image`. */
  readonly path: string
  readonly target: string
}

/**
 * Finds the references that `populate` can follow in a collection: what somebody sees, inside groups, lists and blocks,
 * too.
 */
export function followedIn({ fields }: ManifestCollection, fieldTypes: FieldTypes): Followed[] {
  return fields.filter(isShown).flatMap((field) => followedFrom(field, fieldTypes))
}

/** Tells references that filters, too, can follow: a field that is a reference itself. */
export function isFollowed(field: ManifestField): boolean {
  return field.target !== null && isShown(field)
}

function isShown({ hidden, access }: ManifestField): boolean {
  return !hidden && access.read?.kind !== 'nobody'
}

/** The references that a field is or holds; in blocks a path may lead to several. */
export function followedFrom(field: FieldData, fieldTypes: FieldTypes): Followed[] {
  const { target } = field.options
  if (target !== undefined) return [{ path: field.name, target }]
  const parts = fieldTypes[field.kind]?.parts?.(field.options)
  if (!parts) return []
  if (parts.kind === 'list') return followedFrom({ ...parts.of, name: field.name }, fieldTypes)
  const inner = parts.kind === 'object' ? parts.fields : Object.values(parts.of).flat()
  return inner
    .flatMap((part) => followedFrom(part, fieldTypes))
    .map(({ path, target: to }) => ({ path: `${field.name}.${path}`, target: to }))
}
