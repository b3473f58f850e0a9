import * as z from 'zod'
import { type ApiCall, type ApiResponse, callApi, type RequestContext } from '../../../runtime/kit.ts'

/** Schema of a document for which an action was refused, with the reason. */
export const refusedDocument = z.strictObject({ id: z.string(), code: z.string(), detail: z.string() })
type RefusedDocument = z.output<typeof refusedDocument>

export interface BulkOutcome {
  readonly data: readonly { readonly [property: string]: unknown }[]
  readonly refused: readonly RefusedDocument[]
  /** Encoded `Mark`s of the documents that an undo can restore to their state before the action. */
  readonly undo: readonly string[]
}

/** Outcome of an action for several documents. */
export interface Done {
  readonly ids: readonly string[]
  readonly data: BulkOutcome['data']
  readonly refused: BulkOutcome['refused']
  /** ETags after the action, by id. */
  readonly etags: ReadonlyMap<string, string>
  /** First response that refused an operation. */
  readonly refusal: ApiResponse | null
}

const NOTHING = { ids: [], data: [], etags: new Map<string, string>() } as const

/** Maximum number of requests, each without the operations that were refused before. */
const TRIES = 4

/** Carries out operations in one request. If some are refused, repeats the request without them. */
export async function allTogether(
  c: RequestContext,
  collection: string,
  ids: readonly string[],
  operation: (id: string) => object,
): Promise<Done> {
  const refused: RefusedDocument[] = []
  let left = ids
  let refusal: ApiResponse | null = null
  for (let attempt = 1; left.length > 0; attempt += 1) {
    const json = { operations: left.map(operation) }
    const response = await callApi(c, `/api/${collection}/bulk`, { method: 'POST', json })
    if (response.ok) return { ids: left, data: response.body.data, etags: etagsIn(response), refused, refusal }
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

export interface OwnRequest {
  readonly path: string
  readonly call: ApiCall
}

/**
 * Carries out an action with separate requests for each document. A refusal skips the other requests for that document.
 */
export async function oneByOne(
  c: RequestContext,
  ids: readonly string[],
  requestsFor: (id: string) => readonly OwnRequest[],
): Promise<Done> {
  const etags = new Map<string, string>()
  const refused: RefusedDocument[] = []
  let refusal: ApiResponse | null = null
  for (const id of ids) {
    const response = await lastOf(c, requestsFor(id))
    if (response === null) continue
    if (response.ok) etags.set(id, response.headers.get('etag') ?? '')
    else {
      refusal ??= response
      refused.push(refusedBy(response, id))
    }
  }
  const done = [...etags.keys()]
  return { ids: done, data: done.map((id) => ({ id })), etags, refused, refusal }
}

/** Sends requests one after the other. Returns the first response that is a refusal, otherwise the last one. */
async function lastOf(c: RequestContext, requests: readonly OwnRequest[]): Promise<ApiResponse | null> {
  let response: ApiResponse | null = null
  for (const { path, call } of requests) {
    response = await callApi(c, path, call)
    if (!response.ok) return response
  }
  return response
}

function etagsIn({ body }: ApiResponse): ReadonlyMap<string, string> {
  const data: readonly { readonly id: string; readonly etag?: string }[] = body.data
  return new Map(data.map(({ id, etag = '' }) => [id, etag]))
}

function refusedBy({ body }: ApiResponse, id: string): RefusedDocument {
  return { id, code: String(body?.code), detail: String(body?.detail ?? '') }
}

/** Returns the documents whose operations made the API refuse a whole request. */
function refusedIn({ body }: ApiResponse, ids: readonly string[]): RefusedDocument[] {
  const operations: readonly { readonly index: number; readonly code: string; readonly detail?: string }[] =
    body?.operations ?? []
  return operations.flatMap(({ index, code, detail }) => {
    const id = ids[index]
    return id === undefined ? [] : [{ id, code, detail: detail ?? '' }]
  })
}
