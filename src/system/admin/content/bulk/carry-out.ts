import {
  callApi,
  type ManifestCollection,
  type RequestContext,
  refusalIn,
  revisionTag,
} from '../../../../runtime/kit.ts'
import { allTogether, type BulkOutcome, type Done, type OwnRequest, oneByOne } from '../operations.ts'
import { apiPath } from '../paths.ts'
import { afterOf, type Before, timeOf, writeMark } from '../undo/mark.ts'

/** Actions on several documents. */
export const BULK_ACTIONS = ['publish', 'schedule', 'unpublish', 'delete', 'restore'] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]

/** Maximum number of documents whose status one request reads. */
const TOGETHER = 50

/**
 * Carries out an action on each document that allows it, except for documents that it would not change. Publishing and
 * scheduling apply to the pending changes to a published document.
 * @param at time of publication, for `schedule`
 * @throws HttpError if the action is refused and changes no document
 */
export async function carryOutOnMany(
  c: RequestContext,
  { name: collection, trash }: Pick<ManifestCollection, 'name' | 'trash'>,
  action: BulkAction,
  ids: readonly string[],
  at: string | null,
): Promise<BulkOutcome> {
  if (action === 'restore' || action === 'delete') {
    const done =
      action === 'restore'
        ? await oneByOne(c, ids, (id) => [restoring(collection, id)])
        : await allTogether(c, collection, ids, (id) => ({ action, id }))
    if (action === 'restore') return outcomeOf([done], () => ({ kind: 'inTrash' }))
    return outcomeOf([done], () => (trash === null ? null : { kind: 'deleted' }))
  }
  const before = await statusesOf(c, collection, ids)
  const isPending = (id: string) => action !== 'unpublish' && before.get(id)?.hasDraft === true
  const apart = ids.filter((id) => before.get(id)?.status === 'published' && isPending(id))
  const others = ids.filter((id) => !apart.includes(id) && before.get(id)?.status !== LEFT_ALONE[action])
  const times = new Map<string, number | null>()
  for (const id of apart) times.set(id, await pendingTimeOf(c, collection, id))
  const parts = [
    await allTogether(c, collection, others, (id) => {
      const seen = before.get(id)
      const ifMatch = seen && revisionTag(seen.version, Date.parse(seen.updatedAt))
      return { ...operationFor(action, id, at), ...(ifMatch !== undefined && { ifMatch }) }
    }),
    await oneByOne(c, apart, (id) => [publishing(collection, id, action === 'schedule' ? { scheduledAt: at } : null)]),
  ]
  return outcomeOf(parts, (id) => {
    const scheduledAt = times.get(id)
    if (scheduledAt !== undefined) return { kind: action === 'schedule' ? 'time' : 'pending', scheduledAt }
    const state = before.get(id)
    return state === undefined ? null : beforeOf(state, action === 'publish')
  })
}

/** Status of documents that an action skips, because it would not change them; `null` if it skips none. */
const LEFT_ALONE = { publish: 'published', unpublish: 'draft', schedule: null } as const

/** Status and times of a document, as a list contains them. */
export interface PublicationStatus {
  readonly status: string
  readonly publishedAt: string | null
  readonly scheduledAt: string | null
}

/**
 * Returns the state to which an undo restores a document.
 * @param isPublished whether the action publishes the document
 */
export function beforeOf({ status, publishedAt, scheduledAt }: PublicationStatus, isPublished: boolean): Before {
  const time = timeOf(scheduledAt)
  if (status === 'scheduled' && time !== null) return { kind: 'scheduled', scheduledAt: time, isPublic: isPublished }
  return { kind: status === 'published' ? 'published' : 'draft', publishedAt: timeOf(publishedAt) }
}

function outcomeOf(parts: readonly Done[], beforeFor: (id: string) => Before | null): BulkOutcome {
  const refusal = parts.find((part) => part.refusal !== null)?.refusal ?? null
  if (refusal !== null && parts.every(({ ids }) => ids.length === 0)) throw refusalIn(refusal)
  const undo = parts.flatMap(({ ids, etags }) =>
    ids.flatMap((id) => {
      const before = beforeFor(id)
      return before === null ? [] : [writeMark({ id, after: afterOf(etags.get(id)), before })]
    }),
  )
  return { data: parts.flatMap(({ data }) => data), refused: parts.flatMap(({ refused }) => refused), undo }
}

function restoring(collection: string, id: string): OwnRequest {
  return { path: `/api/${collection}/trash/${encodeURIComponent(id)}/restore`, call: { method: 'POST' } }
}

/** Returns the request that publishes the pending changes to a document, or schedules them. */
function publishing(collection: string, id: string, time: object | null): OwnRequest {
  const path = apiPath(collection, id)
  if (time === null) return { path: `${path}/publish`, call: { method: 'POST' } }
  return { path: `${path}?draft=true`, call: { method: 'PATCH', json: time } }
}

function operationFor(action: 'publish' | 'schedule' | 'unpublish', id: string, at: string | null) {
  switch (action) {
    case 'publish':
      return { action: 'update', id, data: { status: 'published' } }
    case 'schedule':
      return { action: 'update', id, data: { status: 'scheduled', scheduledAt: at } }
    case 'unpublish':
      return { action: 'update', id, data: { status: 'draft' } }
  }
}

interface ListedStatus extends PublicationStatus {
  readonly id: string
  readonly version: number
  readonly updatedAt: string
  readonly hasDraft?: boolean
}

/** Reads the status and times of documents before the action. */
async function statusesOf(
  c: RequestContext,
  collection: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, ListedStatus>> {
  const parts = Array.from({ length: Math.ceil(ids.length / TOGETHER) }, (_, part) =>
    ids.slice(part * TOGETHER, (part + 1) * TOGETHER),
  )
  const fields = 'status,publishedAt,scheduledAt,version,updatedAt,hasDraft'
  const responses = await Promise.all(
    parts.map((part) => {
      const query = { 'id[in]': part.join(','), fields, limit: String(TOGETHER), count: 'none' }
      return callApi(c, `/api/${collection}?${new URLSearchParams(query)}`)
    }),
  )
  const found = responses.flatMap(({ ok, body }) => (ok ? (body.data as readonly ListedStatus[]) : [])) // these fields were requested
  return new Map(found.map((document) => [document.id, document]))
}

/** Returns the time at which pending changes will be published; `null` if they are not scheduled. */
async function pendingTimeOf(c: RequestContext, collection: string, id: string): Promise<number | null> {
  const { ok, body } = await callApi(c, `${apiPath(collection, id)}?draft=true`)
  return ok ? timeOf(body.data.scheduledAt) : null
}
