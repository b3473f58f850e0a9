import type { FieldData, FieldType } from '../fields/field-type.ts'
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

/** Stands for the target of a text's links to documents, of which no more is read than an address. */
const LINKS = '~links'

/** Finds everything that `populate` takes a name for: references, and texts, whose links it gives addresses. */
export function populatedIn(collection: ManifestCollection, fieldTypes: FieldTypes): Followed[] {
  const linked = collection.fields.filter(isShown).flatMap((field) => linksIn(field, fieldTypes))
  return [...followedIn(collection, fieldTypes), ...linked.map((path) => ({ path, target: LINKS }))]
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
  return partsIn(field, fieldTypes).flatMap(({ part, at }) =>
    followedFrom(part, fieldTypes).map(({ path, target: to }) => ({ path: at(path), target: to })),
  )
}

function linksIn(field: FieldData, fieldTypes: FieldTypes): string[] {
  if (fieldTypes[field.kind]?.links) return [field.name]
  return partsIn(field, fieldTypes).flatMap(({ part, at }) => linksIn(part, fieldTypes).map(at))
}

/** The fields in a field, and what each path in one of them is as a path from here. */
function partsIn(field: FieldData, fieldTypes: FieldTypes) {
  const parts = fieldTypes[field.kind]?.parts?.(field.options)
  if (!parts) return []
  if (parts.kind === 'list') return [{ part: { ...parts.of, name: field.name }, at: (path: string) => path }]
  const inner = parts.kind === 'object' ? parts.fields : Object.values(parts.of).flat()
  return inner.map((part) => ({ part, at: (path: string) => `${field.name}.${path}` }))
}
