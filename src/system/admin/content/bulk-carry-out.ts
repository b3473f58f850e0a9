import * as z from 'zod'
import { type ApiCall, type ApiResponse, callApi, type RequestContext, refusalIn } from '../../../runtime/kit.ts'

/** Actions on several documents. */
export const BULK_ACTIONS = ['publish', 'schedule', 'unpublish', 'delete', 'restore'] as const
export type BulkAction = (typeof BULK_ACTIONS)[number]

/** A document with which nothing was done, and why. */
export const refusedDocument = z.strictObject({ id: z.string(), code: z.string(), detail: z.string() })

export interface BulkOutcome {
  readonly data: readonly { readonly [property: string]: unknown }[]
  readonly refused: readonly z.output<typeof refusedDocument>[]
  /** Ids of the documents with which something was done, and that the opposite action puts back. */
  readonly undo: readonly string[]
}

/** Documents whose status one request reads. */
const TOGETHER = 50

/** Times that the others are tried again without those that were refused. */
const TRIES = 4

/** Outcome for some of the documents. */
interface Done {
  readonly ids: readonly string[]
  readonly data: BulkOutcome['data']
  readonly refused: BulkOutcome['refused']
  /** The first response that refused something. */
  readonly refusal: ApiResponse | null
}

const NOTHING: Done = { ids: [], data: [], refused: [], refusal: null }

/**
 * Carries an action out on every document that allows it. Publishing and scheduling a published document is about its
 * pending changes.
 * @param at when they are to be published, for `schedule`
 * @throws HttpError where none of them does
 */
export async function carryOutOnMany(
  c: RequestContext,
  collection: string,
  action: BulkAction,
  ids: readonly string[],
  at: string | null,
): Promise<BulkOutcome> {
  if (action === 'restore') return outcomeOf([await oneByOne(c, ids, (id) => restoring(collection, id))])
  const before = await standingsOf(c, collection, action, ids)
  const pending = ids.filter((id) => before.get(id)?.status === 'published' && before.get(id)?.hasDraft === true)
  const apart = action === 'publish' || action === 'schedule' ? pending : []
  const others = ids.filter((id) => !apart.includes(id))
  const parts = [
    await allTogether(c, collection, others, (id) => operationFor(action, id, at)),
    await oneByOne(c, apart, (id) => publishing(collection, id, action === 'schedule' ? { scheduledAt: at } : null)),
  ]
  const isUndone = (id: string) => action === 'delete' || before.get(id)?.status === OPPOSITE[action]
  return { ...outcomeOf(parts), undo: parts.flatMap((part) => part.ids).filter(isUndone) }
}

function outcomeOf(parts: readonly Done[]): BulkOutcome {
  const refusal = parts.find((part) => part.refusal !== null)?.refusal ?? null
  if (refusal !== null && parts.every(({ ids }) => ids.length === 0)) throw refusalIn(refusal)
  return { data: parts.flatMap(({ data }) => data), refused: parts.flatMap(({ refused }) => refused), undo: [] }
}

/** Carries operations out in one request, again without those that are refused. */
async function allTogether(
  c: RequestContext,
  collection: string,
  ids: readonly string[],
  operation: (id: string) => object,
): Promise<Done> {
  const refused: z.output<typeof refusedDocument>[] = []
  let left = ids
  let refusal: ApiResponse | null = null
  for (let attempt = 1; left.length > 0; attempt += 1) {
    const json = { operations: left.map(operation) }
    const response = await callApi(c, `/api/${collection}/bulk`, { method: 'POST', json })
    if (response.ok) return { ids: left, data: response.body.data, refused, refusal }
    refusal ??= response
    const bad = refusedIn(response, left)
    if (bad.length === 0 || attempt === TRIES) {
      const rest = left.filter((id) => !bad.some((one) => one.id === id))
      return { ...NOTHING, refused: [...refused, ...bad, ...rest.map((id) => refusedBy(response, id))], refusal }
    }
    refused.push(...bad)
    left = left.filter((id) => !bad.some((one) => one.id === id))
  }
  return { ...NOTHING, refused, refusal }
}

interface OwnRequest {
  readonly path: string
  readonly call: ApiCall
}

/** Carries an action out with a request for each document. */
async function oneByOne(
  c: RequestContext,
  ids: readonly string[],
  requestFor: (id: string) => OwnRequest,
): Promise<Done> {
  const done: string[] = []
  const refused: z.output<typeof refusedDocument>[] = []
  let refusal: ApiResponse | null = null
  for (const id of ids) {
    const { path, call } = requestFor(id)
    const response = await callApi(c, path, call)
    if (response.ok) done.push(id)
    else {
      refusal ??= response
      refused.push(refusedBy(response, id))
    }
  }
  return { ids: done, data: done.map((id) => ({ id })), refused, refusal }
}

function restoring(collection: string, id: string): OwnRequest {
  return { path: `/api/${collection}/trash/${encodeURIComponent(id)}/restore`, call: { method: 'POST' } }
}

/** Publishes the pending changes of a document, or gives them a time. */
function publishing(collection: string, id: string, time: object | null): OwnRequest {
  const path = `/api/${collection}/${encodeURIComponent(id)}`
  if (time === null) return { path: `${path}/publish`, call: { method: 'POST' } }
  return { path: `${path}?draft=true`, call: { method: 'PATCH', json: time } }
}

function refusedBy({ body }: ApiResponse, id: string): z.output<typeof refusedDocument> {
  return { id, code: String(body?.code), detail: String(body?.detail ?? '') }
}

function operationFor(action: Exclude<BulkAction, 'restore'>, id: string, at: string | null) {
  switch (action) {
    case 'publish':
      return { action: 'update', id, data: { status: 'published' } }
    case 'schedule':
      return { action: 'update', id, data: { status: 'scheduled', scheduledAt: at } }
    case 'unpublish':
      return { action: 'update', id, data: { status: 'draft' } }
    case 'delete':
      return { action: 'delete', id }
  }
}

/** The status from which an action is undone by its opposite. */
const OPPOSITE: Readonly<Partial<Record<BulkAction, string>>> = { publish: 'draft', unpublish: 'published' }

interface Standing {
  readonly id: string
  readonly status: string
  readonly hasDraft?: boolean
}

/** Reads how documents stand before the action, where it depends on that. */
async function standingsOf(
  c: RequestContext,
  collection: string,
  action: BulkAction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Standing>> {
  if (action === 'delete') return new Map()
  const parts = Array.from({ length: Math.ceil(ids.length / TOGETHER) }, (_, part) =>
    ids.slice(part * TOGETHER, (part + 1) * TOGETHER),
  )
  const answers = await Promise.all(
    parts.map((part) => {
      const query = { 'id[in]': part.join(','), fields: 'status,hasDraft', limit: String(TOGETHER), count: 'none' }
      return callApi(c, `/api/${collection}?${new URLSearchParams(query)}`)
    }),
  )
  const found = answers.flatMap(({ ok, body }) => (ok ? (body.data as readonly Standing[]) : [])) // as asked
  return new Map(found.map((standing) => [standing.id, standing]))
}

/** Reads which operations made the API refuse a whole request. */
function refusedIn({ body }: ApiResponse, ids: readonly string[]): z.output<typeof refusedDocument>[] {
  const operations: readonly { readonly index: number; readonly code: string; readonly detail?: string }[] =
    body?.operations ?? []
  return operations.flatMap(({ index, code, detail }) => {
    const id = ids[index]
    return id === undefined ? [] : [{ id, code, detail: detail ?? '' }]
  })
}
