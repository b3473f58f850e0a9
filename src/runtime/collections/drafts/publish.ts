import type { TextResponse } from '../../common/outgoing.ts'
import { type Call, requireAllowed } from '../request/call.ts'
import { withIdempotency } from '../request/idempotency.ts'
import { checkPrecondition } from '../request/load.ts'
import { draftResponse, send } from '../request/respond.ts'
import { untilStored } from '../write/update.ts'
import { loadDrafted } from './draft.ts'
import { publicRow } from './publication.ts'
import { storeLive } from './store-live.ts'

/**
 * `POST /api/<collection>/:id/publish`: publishes the pending changes to a published document, or an unpublished
 * document. Does nothing if the document is published and has no pending changes.
 * @throws HttpError `forbidden`, and the errors of a write
 */
export async function publish(call: Call, id: string): Promise<TextResponse> {
  const response = await withIdempotency(call, null, (remember) =>
    untilStored(call, async () => {
      const drafted = await loadDrafted(call, id)
      const { live, seen } = drafted
      requireAllowed(call, call.plan.collection.access.update, live)
      checkPrecondition(call, seen)
      const edited = await publicRow(call, drafted)
      if (edited === null) return { response: draftResponse(call, live), events: [] }
      return storeLive(call, drafted, edited, remember, 'content.publish')
    }),
  )
  return send(call.c, response)
}
