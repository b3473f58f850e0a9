import { type ManifestField, manifestOf, type RequestContext } from 'lintel/kit'

/** Returns the field that contains the title of a collection's documents; `null` if there is none. */
export function titleFieldOf(c: RequestContext, collection: string): ManifestField | null {
  const found = manifestOf(c).collections.find(({ name }) => name === collection)
  return found?.fields.find(({ name }) => name === found.titleField) ?? null
}
