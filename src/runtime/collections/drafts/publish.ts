import type { TextResponse } from '../../common/outgoing.ts'
import { type Call, requireAllowed, writerOf } from '../call.ts'
import { withIdempotency } from '../idempotency.ts'
import { checkPrecondition } from '../load.ts'
import { requirePublishing } from '../publisher.ts'
import { send } from '../respond.ts'
import { type DocumentRow, toDocument } from '../row.ts'
import { editedRow, untilStored } from '../update.ts'
import { restoredOnto } from '../validate.ts'
import { fullView } from '../view.ts'
import { type Drafted, loadDrafted } from './draft.ts'
import { draftResponse } from './store-apart.ts'
import { storeLive } from './store-live.ts'

/**
 * `POST /api/<collection>/:id/publish`: makes the pending changes of a document public, or the document itself where it
 * is not published. Where it is and nothing is pending, nothing happens.
 * @throws HttpError `forbidden`, and whatever a write throws
 */
export async function publish(call: Call, id: string): Promise<TextResponse> {
  const response = await withIdempotency(call, null, (remember) =>
    untilStored(call, async () => {
      const drafted = await loadDrafted(call, id)
      const { live, seen, draft } = drafted
      requireAllowed(call, call.plan.collection.access.update, live)
      requirePublishing(call)
      checkPrecondition(call, seen)
      if (draft === null && live.status === 'published') return { response: draftResponse(call, live), events: [] }
      const edited = await editedToPublish(call, drafted)
      return storeLive(call, drafted, edited, remember, 'content.publish')
    }),
  )
  return send(call.c, response)
}

/**
 * The row of a document with its pending changes as it becomes public.
 * @throws HttpError `forbidden`, and that of a plugin that refuses it
 */
export function editedToPublish(call: Call, drafted: Drafted): ReturnType<typeof editedRow> {
  const { live, seen, draft } = drafted
  requirePublishing(call)
  const isOver = draft !== null && live.status === 'published'
  const note = isOver && { revision: draft.revision, publishes: true }
  return editedRow(call, seen, () => publicationOf(call, drafted), { stored: live, ...(note && { note }) })
}

/** The document as it becomes public, with its pending changes validated anew: the collection may have changed since. */
function publicationOf(call: Call, { live, draft }: Drafted) {
  return {
    fields: publishedFields(call, live, draft?.data ?? {}),
    standing: {
      status: 'published',
      publishedAt: live.status === 'published' ? live.publishedAt : call.now,
      scheduledAt: null,
    } as const,
  }
}

/** Every pending change counts, whoever publishes: each was allowed when it was kept. */
function publishedFields(call: Call, live: DocumentRow, data: ReturnType<typeof toDocument>) {
  const { plan } = call
  return restoredOnto(plan, data, toDocument(live, plan), { ...writerOf(call), view: fullView(plan) })
}
