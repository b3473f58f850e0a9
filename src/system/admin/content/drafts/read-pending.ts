import { callApi, type ManifestCollection, type RequestContext, refusalIn } from '../../../../runtime/kit.ts'
import { may } from '../collection-for.ts'
import { apiPath } from '../paths.ts'
import { oncePerRequest } from '../per-request.ts'
import { readDocument, type StoredDocument } from '../read-document.ts'

/**
 * A document with its pending changes, as its form shows it; as it is stored for who may not edit it.
 * @throws HttpError as the API
 */
export function readPending(c: RequestContext, collection: ManifestCollection, id: string): Promise<StoredDocument> {
  if (!collection.drafts || !may(c, collection, 'update')) return readDocument(c, collection, id)
  return oncePerRequest(c, `${collection.name}/${id}?draft`, async () => {
    const response = await callApi(c, `${apiPath(collection.name, id)}?draft=true`)
    if (response.status === 403) return readDocument(c, collection, id)
    if (!response.ok) throw refusalIn(response)
    return { document: response.body.data, etag: response.headers.get('etag') }
  })
}
