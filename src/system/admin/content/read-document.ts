import { callApi, type ManifestCollection, type RequestContext, refusalIn } from '../../../runtime/kit.ts'
import type { Values } from './document-values.ts'
import { apiPath } from './paths.ts'
import { oncePerRequest } from './per-request.ts'

/** A document as it is stored. */
export interface StoredDocument {
  readonly document: Values & { readonly id: string }
  readonly etag: string | null
}

/**
 * A document as the API shows it, with its ETag.
 * @throws HttpError as the API
 */
export function readDocument(c: RequestContext, collection: ManifestCollection, id: string): Promise<StoredDocument> {
  return oncePerRequest(c, `${collection.name}/${id}`, async () => {
    const response = await callApi(c, apiPath(collection.name, id))
    if (!response.ok) throw refusalIn(response)
    return { document: response.body.data, etag: response.headers.get('etag') }
  })
}
