import { callApi, type ManifestCollection, type RequestContext, refusalIn } from '../../../runtime/kit.ts'
import type { Values } from './document-values.ts'
import { apiPath } from './paths.ts'
import { oncePerRequest } from './per-request.ts'
import { inLocale, localeIn } from './translation/locale-in.ts'

/** A document as the API returned it, with its ETag; `null` if the response had none. */
export interface StoredDocument {
  readonly document: Values & { readonly id: string }
  readonly etag: string | null
}

/**
 * Reads a document as the API shows it, with its ETag.
 * @param locale locale of the values. Default: the locale of the page
 * @throws HttpError like the API
 */
export function readDocument(
  c: RequestContext,
  collection: ManifestCollection,
  id: string,
  locale: string | null = localeIn(c, collection),
): Promise<StoredDocument> {
  const path = inLocale(apiPath(collection.name, id), locale)
  return oncePerRequest(c, path, async () => {
    const response = await callApi(c, path)
    if (!response.ok) throw refusalIn(response)
    return { document: response.body.data, etag: response.headers.get('etag') }
  })
}

/**
 * Reads a document as it is shown in the language of the page, with fallbacks for missing values.
 * @throws HttpError like the API
 */
export async function readShown(
  c: RequestContext,
  collection: ManifestCollection,
  id: string,
): Promise<StoredDocument> {
  const locale = localeIn(c, collection)
  if (locale === null) return readDocument(c, collection, id)
  const response = await callApi(c, `${apiPath(collection.name, id)}?${new URLSearchParams({ locale })}`)
  if (!response.ok) throw refusalIn(response)
  return { document: response.body.data, etag: response.headers.get('etag') }
}
