import { callApi, type ManifestCollection, type RequestContext, refusalIn } from '../../../../runtime/kit.ts'
import { may } from '../collection-for.ts'
import { apiPath } from '../paths.ts'
import { oncePerRequest } from '../per-request.ts'
import { readDocument, type StoredDocument } from '../read-document.ts'
import { inLocale, localeIn } from '../translation/locale-in.ts'

/**
 * Reads a document with its pending changes, for its form. Callers who may not edit the document get it without pending
 * changes.
 * @throws HttpError like the API
 */
export function readPending(
  c: RequestContext,
  collection: ManifestCollection,
  id: string,
  locale: string | null = localeIn(c, collection),
): Promise<StoredDocument> {
  if (!collection.drafts || !may(c, collection, 'update')) return readDocument(c, collection, id, locale)
  const path = inLocale(`${apiPath(collection.name, id)}?draft=true`, locale)
  return oncePerRequest(c, path, async () => {
    const response = await callApi(c, path)
    if (response.status === 403) return readDocument(c, collection, id, locale)
    if (!response.ok) throw refusalIn(response)
    return { document: response.body.data, etag: response.headers.get('etag') }
  })
}
