import { toDocument } from '../document/row.ts'
import { type Call, writerOf } from '../request/call.ts'
import { restoredOnto } from '../request/validate.ts'
import { fullView } from '../request/view.ts'
import { requirePublishing } from '../write/publisher.ts'
import { freeSlugs, madeAmong } from '../write/slug.ts'
import { type Edit, editedRow } from '../write/update.ts'
import type { Drafted } from './draft.ts'

/**
 * The row of a document as it becomes public, with its pending changes, and the slug fields that were made. `null` for
 * one that is published and has no changes.
 * @throws HttpError `forbidden`, and whatever a write throws
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
 * The document with its pending changes, validated anew: the collection may have changed since. Every change counts,
 * whoever publishes: each was allowed when it was kept.
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
