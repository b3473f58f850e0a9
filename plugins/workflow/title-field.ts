import { type ManifestField, manifestOf, type RequestContext } from 'lintel/kit'

/** The field that documents of a collection are called by; `null` where there is none. */
export function titleFieldOf(c: RequestContext, collection: string): ManifestField | null {
  const found = manifestOf(c).collections.find(({ name }) => name === collection)
  return found?.fields.find(({ name }) => name === found.titleField) ?? null
}
