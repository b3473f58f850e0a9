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

/** A document, as routes of this plugin are told of it. */
export const documentAddress = z.strictObject({
  collection: z.string().min(1).max(100),
  document: z.string().min(1).max(64),
})
export type DocumentAddress = Readonly<z.output<typeof documentAddress>>

/** Address of the form of a document, at one of its parts. */
export function formOf({ collection, document }: DocumentAddress, part = ''): string {
  return `/admin/content/${encodeURIComponent(document)}/edit?${new URLSearchParams({ collection })}${part}`
}

/**
 * Collection of a document that the caller may read.
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
 * Collection of which the caller may read every document; only whether this one is there remains to be asked.
 * Otherwise, as `readableCollection`.
 */
export async function collectionToJoin(c: RequestContext, address: DocumentAddress): Promise<ManifestCollection> {
  const collection = collectionNamed(c, address.collection)
  if (decisionFor(c, collection.access.read) === true) return collection
  return readableCollection(c, address)
}

/** @throws HttpError `not_found` */
export function collectionNamed(c: RequestContext, wanted: string): ManifestCollection {
  const collection = manifestOf(c).collections.find(({ name }) => name === wanted)
  if (collection) return collection
  throw noDocument()
}

export function noDocument(): HttpError {
  return new HttpError('not_found', t('There is no such document.'))
}

/** Every route here needs somebody who is signed in. */
export function requireCaller(c: RequestContext): RequestUser {
  const user = c.get('user')
  if (user) return user
  throw new HttpError('unauthenticated')
}
