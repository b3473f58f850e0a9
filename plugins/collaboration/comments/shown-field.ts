import { isFieldShown, type ManifestCollection, type ManifestField, type RequestContext } from 'lintel/kit'

/** Returns the field with the given name; `null` if the name is `null`, or the collection has no such field. */
export function fieldOf({ fields }: ManifestCollection, name: string | null): ManifestField | null {
  return fields.find((field) => field.name === name) ?? null
}

/**
 * Tells whether the caller may see comments on a field, which may quote its value. The permissions of a field that no
 * longer exists are unknown, so its comments are shown only to callers who see every field.
 */
export function isThreadShown(c: RequestContext, collection: ManifestCollection, name: string | null): boolean {
  if (name === null) return true
  const field = fieldOf(collection, name)
  return field === null ? collection.fields.every((each) => isFieldShown(c, each)) : isFieldShown(c, field)
}
