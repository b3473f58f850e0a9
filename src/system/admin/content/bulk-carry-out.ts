import * as z from 'zod'
import { type ApiResponse, callApi, type RequestContext, refusalIn } from '../../../runtime/kit.ts'

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

/**
 * Carries an action out on every document that allows it.
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
  if (action === 'restore') return restoreAll(c, collection, ids)
  const before = await statusesOf(c, collection, action, ids)
  const refused: z.output<typeof refusedDocument>[] = []
  let left = ids
  let first: ApiResponse | undefined
  for (let attempt = 1; left.length > 0; attempt += 1) {
    const operations = left.map((id) => operationFor(action, id, at))
    const response = await callApi(c, `/api/${collection}/bulk`, { method: 'POST', json: { operations } })
    if (response.ok) {
      const undo = left.filter((id) => action === 'delete' || before.get(id) === OPPOSITE[action])
      return { data: response.body.data, refused, undo }
    }
    first ??= response
    const bad = refusedIn(response, left)
    if (bad.length === 0 || attempt === TRIES) break
    refused.push(...bad)
    left = left.filter((id) => !bad.some((one) => one.id === id))
  }
  if (first === undefined) return { data: [], refused, undo: [] }
  throw refusalIn(first)
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

/** Statuses before the action, where undoing depends on them. */
async function statusesOf(
  c: RequestContext,
  collection: string,
  action: BulkAction,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (OPPOSITE[action] === undefined) return new Map()
  const parts = Array.from({ length: Math.ceil(ids.length / TOGETHER) }, (_, part) =>
    ids.slice(part * TOGETHER, (part + 1) * TOGETHER),
  )
  const answers = await Promise.all(
    parts.map((part) => {
      const query = { 'id[in]': part.join(','), fields: 'status', limit: String(TOGETHER), count: 'none' }
      return callApi(c, `/api/${collection}?${new URLSearchParams(query)}`)
    }),
  )
  const found = answers.flatMap(({ ok, body }) => (ok ? (body.data as readonly { id: string; status: string }[]) : [])) // as asked
  return new Map(found.map(({ id, status }) => [id, status]))
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

async function restoreAll(c: RequestContext, collection: string, ids: readonly string[]): Promise<BulkOutcome> {
  const data: { id: string }[] = []
  const refused: z.output<typeof refusedDocument>[] = []
  let last: ApiResponse | undefined
  for (const id of ids) {
    const path = `/api/${collection}/trash/${encodeURIComponent(id)}/restore`
    const response = await callApi(c, path, { method: 'POST' })
    if (response.ok) data.push({ id })
    else {
      last = response
      refused.push({ id, code: String(response.body?.code), detail: String(response.body?.detail ?? '') })
    }
  }
  if (last !== undefined && data.length === 0) throw refusalIn(last)
  return { data, refused, undo: [] }
}
