import type { FieldData, FieldType } from '../fields/field-type.ts'
import type { ManifestCollection, ManifestField } from './collection.ts'

type FieldTypes = { readonly [kind: string]: FieldType }

/** A reference that `populate` can follow. */
export interface Followed {
  /** Path of the reference in `populate`: `author`, `sections.image`. */
  readonly path: string
  readonly target: string
}

/** Finds the references of a collection that `populate` can follow, including those inside groups, lists and blocks. */
export function followedIn({ fields }: ManifestCollection, fieldTypes: FieldTypes): Followed[] {
  return fields.filter(isShown).flatMap((field) => followedFrom(field, fieldTypes))
}

/** Pseudo target that stands for links in rich texts: `populate` only adds addresses to them. */
const LINKS = '~links'

/** Finds all paths that `populate` accepts: references, and rich texts, to whose links it adds addresses. */
export function populatedIn(collection: ManifestCollection, fieldTypes: FieldTypes): Followed[] {
  const linked = collection.fields.filter(isShown).flatMap((field) => linksIn(field, fieldTypes))
  return [...followedIn(collection, fieldTypes), ...linked.map((path) => ({ path, target: LINKS }))]
}

/**
 * Tells whether filters can follow a field. It must be a reference; a field that only contains references cannot be
 * followed.
 */
export function isFollowed(field: ManifestField): boolean {
  return field.target !== null && isShown(field)
}

function isShown({ hidden, access }: ManifestField): boolean {
  return !hidden && access.read?.kind !== 'nobody'
}

/** Returns the references that a field is or contains. In blocks, several references may have the same path. */
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

/**
 * Returns the fields inside a field, each with a function that turns a path within the nested field into a path from
 * the outer field.
 */
function partsIn(field: FieldData, fieldTypes: FieldTypes) {
  const parts = fieldTypes[field.kind]?.parts?.(field.options)
  if (!parts) return []
  if (parts.kind === 'list') return [{ part: { ...parts.of, name: field.name }, at: (path: string) => path }]
  const inner = parts.kind === 'object' ? parts.fields : Object.values(parts.of).flat()
  return inner.map((part) => ({ part, at: (path: string) => `${field.name}.${path}` }))
}
