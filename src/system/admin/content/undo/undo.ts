import type { RequestContext } from '../../../../runtime/kit.ts'
import { allTogether, type BulkOutcome, type OwnRequest, oneByOne } from '../operations.ts'
import { apiPath } from '../paths.ts'
import { type Mark, matchOf, timeText } from './mark.ts'

/**
 * Restores documents to their former state. A document that has changed since stays as it is, and is reported.
 * @returns the restored documents, and the others with the reason; no marks, because an undo cannot be undone
 */
export async function undoOnMany(c: RequestContext, collection: string, marks: readonly Mark[]): Promise<BulkOutcome> {
  const byId = new Map(marks.map((mark) => [mark.id, mark]))
  const markOf = (id: string) => byId.get(id) as Mark // each id comes from a mark
  const isOf = (...kinds: readonly Mark['before']['kind'][]) =>
    [...byId.keys()].filter((id) => kinds.includes(markOf(id).before.kind))
  const together = isOf('draft', 'published', 'scheduled')
  const isPublicStill = (id: string) => {
    const { before } = markOf(id)
    return before.kind === 'scheduled' && before.isPublic
  }
  const withdrawn = await allTogether(c, collection, together.filter(isPublicStill), (id) => ({
    ...operationFor(markOf(id), { status: 'draft' }),
    ifMatch: matchOf(markOf(id)),
  }))
  const parts = [
    { ...withdrawn, ids: [], data: [] },
    await allTogether(
      c,
      collection,
      together.filter((id) => !isPublicStill(id)),
      (id) => ({ ...operationFor(markOf(id), statusBefore(markOf(id))), ifMatch: matchOf(markOf(id)) }),
    ),
    await allTogether(c, collection, withdrawn.ids, (id) => operationFor(markOf(id), statusBefore(markOf(id)))),
    await oneByOne(c, isOf('withdrawn', 'pending', 'time', 'discarded', 'deleted', 'inTrash'), (id) =>
      requestsFor(collection, markOf(id)),
    ),
  ]
  return { data: parts.flatMap(({ data }) => data), refused: parts.flatMap(({ refused }) => refused), undo: [] }
}

function operationFor({ id }: Mark, data: object) {
  return { action: 'update', id, data }
}

/** Returns the status and times of a document before the action. */
function statusBefore({ before }: Mark): object {
  switch (before.kind) {
    case 'draft':
    case 'published':
      return { status: before.kind, publishedAt: timeText(before.publishedAt) }
    case 'scheduled':
      return { status: 'scheduled', scheduledAt: timeText(before.scheduledAt) }
    default:
      return {}
  }
}

/**
 * Returns the requests that restore one document, in order. The first one is refused if the document has changed since
 * the action, except for a document in the trash.
 */
function requestsFor(collection: string, mark: Mark): OwnRequest[] {
  const { id, after, before } = mark
  if (before.kind === 'deleted') {
    return [{ path: `/api/${collection}/trash/${encodeURIComponent(id)}/restore`, call: { method: 'POST' } }]
  }
  const steps = stepsFor(collection, mark, Number(/\d+/.exec(after)?.[0] ?? 0))
  const headers = { 'if-match': matchOf(mark) }
  return steps.map((step, index) => (index === 0 ? { ...step, call: { ...step.call, headers } } : step))
}

/**
 * Returns the requests that restore the state of one document before the action.
 * @param version number of the version after the action
 */
function stepsFor(collection: string, { id, before }: Mark, version: number): OwnRequest[] {
  const path = apiPath(collection, id)
  const restored = (number: string | number, query = ''): OwnRequest => ({
    path: `${path}/versions/${number}/restore${query}`,
    call: { method: 'POST' },
  })
  const timed = (scheduledAt: number | null, isNeeded: boolean): OwnRequest[] => {
    const json = { scheduledAt: timeText(scheduledAt) }
    return isNeeded ? [{ path: `${path}?draft=true`, call: { method: 'PATCH', json } }] : []
  }
  switch (before.kind) {
    case 'withdrawn':
      return [
        restored(version - 1),
        {
          path,
          call: { method: 'PATCH', json: { status: 'published', publishedAt: timeText(before.publishedAt) } },
        },
        restored(version, '?draft=true'),
        ...timed(before.scheduledAt, before.scheduledAt !== null),
      ]
    case 'pending':
      return [
        restored(version - 1),
        restored(version, '?draft=true'),
        ...timed(before.scheduledAt, before.scheduledAt !== null),
      ]
    case 'time':
      return timed(before.scheduledAt, true)
    case 'discarded':
      return [restored(before.version, '?draft=true'), ...timed(before.scheduledAt, before.scheduledAt !== null)]
    case 'inTrash':
      return [{ path, call: { method: 'DELETE' } }]
    default:
      return []
  }
}
