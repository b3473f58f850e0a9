import { type Call, writerOf } from '../call.ts'
import { requirePublishing } from '../publisher.ts'
import { toDocument } from '../row.ts'
import { freeSlugs, madeAmong } from '../slug.ts'
import { type Edit, editedRow } from '../update.ts'
import { restoredOnto } from '../validate.ts'
import { fullView } from '../view.ts'
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
