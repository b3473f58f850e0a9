import type { OpenPreview } from '../../../config/previews.ts'
import { t } from '../../../messages/translate.ts'
import { HttpError } from '../../common/errors.ts'
import type { SqlValue } from '../../database/database.ts'
import { currentRequest } from '../../database/request-database.ts'
import { readParameters } from '../../input/parameters.ts'
import { findService } from '../../plugins/services.ts'
import { type DocumentRow, settle } from '../document/row.ts'
import { draftedOf, readDrafted } from '../drafts/draft.ts'
import { type Call, isAllowed } from '../request/call.ts'
import type { CollectionResponse } from '../request/respond.ts'
import { documentRequestOf } from './document-request.ts'
import { shownDocument } from './read.ts'

/** Returns the preview token of a request; `null` if the collection has no previews, or the request has no token. */
export function previewToken({ c, plan }: Call): string | null {
  if (plan.collection.preview === null) return null
  return readParameters(c.req.url).get('preview') ?? null
}

/**
 * Returns the document that a preview shows, published or not and with its pending changes, to everybody who has the
 * token. The rule for reading still applies, to the stored document. Unsaved values replace stored ones. Documents that
 * the document refers to are read as they are without a token. Reads from the primary database, because the preview may
 * have been written just before.
 * @throws HttpError `not_found` if the document does not exist, or the token does not belong to it
 */
export async function loadPreviewed(call: Call, id: string, token: string): Promise<DocumentRow> {
  const { c, plan, now } = call
  const { name, access } = plan.collection
  currentRequest()?.readFrom('first-primary')
  const preview = (await (await findService(c, 'previews'))?.open(token, name, id)) ?? null
  const [[row] = [], [pending] = []] = preview ? await readDrafted(call, id) : []
  const document = row && settle(row, now)
  if (document && isAllowed(call, access.read, document)) {
    const { seen } = draftedOf(plan, document, pending)
    const unsaved = preview?.unsaved ?? null
    return unsaved ? withUnsaved(call, seen, unsaved) : seen
  }
  throw new HttpError(
    'not_found',
    t('This preview does not include the document {id} in {name}.', { id: id.slice(0, 64), name }),
  )
}

/** Replaces stored values with unsaved ones. Ignores fields that the collection no longer has. */
function withUnsaved({ plan }: Call, row: DocumentRow, unsaved: NonNullable<OpenPreview['unsaved']>): DocumentRow {
  const stored = Object.entries(unsaved).flatMap(([name, value]): [string, SqlValue][] => {
    const field = plan.byName.get(name)
    return field ? [[name, field.encode(value)]] : []
  })
  return { ...row, ...Object.fromEntries(stored) }
}

/**
 * `GET /api/<collection>/:id?preview=<token>`: returns the document as a preview shows it, with the fields that the
 * caller may see. The response is not cached.
 * @throws HttpError `not_found`
 */
export async function readPreview(call: Call, id: string, token: string): Promise<CollectionResponse> {
  const row = await loadPreviewed(call, id, token)
  const response = await shownDocument(call, documentRequestOf(call, ['preview']), row)
  return { ...response, headers: { ...response.headers, 'Cache-Control': 'private, no-store' } }
}
