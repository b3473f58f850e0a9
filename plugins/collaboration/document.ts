import {
  decisionFor,
  HttpError,
  type ManifestCollection,
  manifestOf,
  type RequestContext,
  type RequestUser,
  readableIds,
  t,
} from 'lintel/kit'
import * as z from 'zod'

/** Address of a document, as routes of this plugin receive it. */
export const documentAddress = z.strictObject({
  collection: z.string().min(1).max(100),
  document: z.string().min(1).max(64),
})
export type DocumentAddress = Readonly<z.output<typeof documentAddress>>

/** Returns the address of a document's form, or of a part of it. */
export function formOf({ collection, document }: DocumentAddress, part = ''): string {
  return `/admin/content/${encodeURIComponent(document)}/edit?${new URLSearchParams({ collection })}${part}`
}

/**
 * Returns the collection of a document that the caller may read.
 * @throws HttpError `not_found`
 */
export async function readableCollection(
  c: RequestContext,
  { collection, document }: DocumentAddress,
): Promise<ManifestCollection> {
  const readable = await readableIds(c, new Map([[collection, [document]]]))
  if (!readable.get(collection)?.has(document)) throw noDocument()
  return collectionNamed(c, collection)
}

/**
 * Returns the collection if the caller may read every document in it, so that only the document's existence remains to
 * be checked. Otherwise behaves like `readableCollection`.
 */
export async function collectionToJoin(c: RequestContext, address: DocumentAddress): Promise<ManifestCollection> {
  const collection = collectionNamed(c, address.collection)
  if (decisionFor(c, collection.access.read) === true) return collection
  return readableCollection(c, address)
}

/**
 * Returns the collection with the given name.
 * @throws HttpError `not_found`
 */
export function collectionNamed(c: RequestContext, collectionName: string): ManifestCollection {
  const collection = manifestOf(c).collections.find(({ name }) => name === collectionName)
  if (collection) return collection
  throw noDocument()
}

export function noDocument(): HttpError {
  return new HttpError('not_found', t('There is no such document.'))
}

/**
 * Returns the caller. All routes of this plugin require somebody who is signed in.
 * @throws HttpError `unauthenticated`
 */
export function requireCaller(c: RequestContext): RequestUser {
  const user = c.get('user')
  if (user) return user
  throw new HttpError('unauthenticated')
}
