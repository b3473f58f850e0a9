import { toDocument } from '../document/row.ts'
import { type Call, writerOf } from '../request/call.ts'
import { restoredOnto } from '../request/validate.ts'
import { fullView } from '../request/view.ts'
import { requirePublishing } from '../write/publisher.ts'
import { freeSlugs, madeAmong } from '../write/slug.ts'
import { type Edit, editedRow } from '../write/update.ts'
import type { Drafted } from './draft.ts'

/**
 * Returns the row that a document has once its pending changes are published, and the slug fields that were generated.
 * Returns `null` if the document is published and has no pending changes.
 * @throws HttpError `forbidden`, and the errors of a write
 */
export async function publicRow(call: Call, drafted: Drafted): Promise<Awaited<ReturnType<typeof editedRow>> | null> {
  const { live, seen, draft } = drafted
  requirePublishing(call)
  if (draft === null && live.status === 'published') return null
  const isOver = draft !== null && live.status === 'published'
  const note = isOver && { revision: draft.revision, publishes: true }
  const edited = await editedRow(call, seen, () => publicationOf(call, drafted), {
    stored: live,
    ...(note && { note }),
  })
  const pending = await madeAmong(call.plan, draft?.data ?? {}, toDocument(edited.row, call.plan))
  const made = [...edited.made, ...pending]
  return { row: await freeSlugs(call, edited.row, made), made }
}

/**
 * Returns the document with its pending changes, validated again, because the collection may have changed. Every change
 * is applied, regardless of who publishes, because each change was allowed when it was stored.
 */
function publicationOf(call: Call, { live, draft }: Drafted): Edit {
  const { plan } = call
  const writer = { ...writerOf(call), view: fullView(plan) }
  return {
    fields: restoredOnto(plan, draft?.data ?? {}, toDocument(live, plan), writer),
    standing: {
      status: 'published',
      publishedAt: live.publishedAt ?? call.now,
      scheduledAt: null,
    },
  }
}
