import { t } from '../../../messages/translate.ts'
import { HttpError } from '../../common/errors.ts'
import { TextResponse } from '../../common/outgoing.ts'
import { toDocument } from '../document/row.ts'
import { type Call, requireAllowed } from '../request/call.ts'
import { checkPrecondition } from '../request/load.ts'
import { requireOwnLocales } from '../translations/own-locales.ts'
import { untilStored } from '../write/update.ts'
import { loadDrafted } from './draft.ts'
import { endStatement } from './statements.ts'
import { storeApart } from './store-apart.ts'

/**
 * `DELETE /api/<collection>/:id/draft`: discards the pending changes. Their versions stay in the history.
 * @throws HttpError `not_found` if the document does not exist, or has no pending changes
 */
export async function discard(call: Call, id: string): Promise<TextResponse> {
  await untilStored(call, async () => {
    const drafted = await loadDrafted(call, id)
    const { live, seen, draft } = drafted
    requireAllowed(call, call.plan.collection.access.update, live)
    checkPrecondition(call, seen)
    if (draft === null) throw new HttpError('not_found', t('This document has no pending changes.'))
    requireOwnLocales(call, toDocument(seen, call.plan), toDocument(live, call.plan))
    const change = { action: 'content.discard', before: seen, after: { ...live, hasDraft: 0 } } as const
    return storeApart(call, drafted, change, [endStatement(live)])
  })
  return new TextResponse(null, 204, {})
}
