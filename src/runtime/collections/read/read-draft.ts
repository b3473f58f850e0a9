import { t } from '../../../messages/translate.ts'
import { HttpError } from '../../common/errors.ts'
import { readParameters } from '../../input/parameters.ts'
import { loadDrafted } from '../drafts/draft.ts'
import { type Call, requireAllowed } from '../request/call.ts'
import type { CollectionResponse } from '../request/respond.ts'
import { documentRequestOf } from './document-request.ts'
import { shownDocument } from './read.ts'

/**
 * Tells whether a request concerns a document with its pending changes.
 * @throws HttpError `invalid_query`
 */
export function isAboutDraft({ c, plan }: Call): boolean {
  if (!plan.collection.drafts || !c.req.url.includes('?')) return false
  const draft = readParameters(c.req.url).get('draft')
  if (draft !== undefined && draft !== 'true')
    throw new HttpError('invalid_query', t('The only valid value of draft is true.'))
  return draft !== undefined
}

/**
 * `GET /api/<collection>/:id?draft=true`: returns the document with its pending changes, to callers who may edit it.
 */
export async function readDraft(call: Call, id: string): Promise<CollectionResponse> {
  const request = documentRequestOf(call, ['draft'])
  const { live, seen } = await loadDrafted(call, id)
  requireAllowed(call, call.plan.collection.access.update, live)
  return shownDocument(call, request, seen)
}
