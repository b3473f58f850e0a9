import type { MadeResponse, ResponseCache, ServedResponse, StoredResponse } from '../../config/response-cache.ts'
import type { Call } from '../collections/request/call.ts'
import { type CollectionResponse, send } from '../collections/request/respond.ts'
import { keptFor } from '../common/kept-for.ts'
import type { TextResponse } from '../common/outgoing.ts'
import { noteCache } from '../common/timings.ts'
import type { DependencyTracker } from '../freshness/dependency-tracker.ts'
import { isForEverybody } from '../freshness/for-everybody.ts'
import { expectChange } from '../freshness/freshness.ts'
import { generationsOf } from '../freshness/generations.ts'
import { asAppContext } from '../isolate/app-env.ts'
import { readBookmark } from '../isolate/bookmark.ts'
import type { Runtime } from '../isolate/runtime.ts'
import { findService } from '../plugins/services.ts'
import { type CachedRequest, cachedRequestOf } from './cached-request.ts'

type Make = (call: Call, id: string) => Promise<CollectionResponse>

/**
 * Responds to a GET of a collection. The cache, if there is one, is used only for an anonymous caller, and only if the
 * response is the same for all anonymous callers. The caller of this function must have checked access. `X-Cache-…`
 * headers tell where the response came from.
 */
export async function sendCached(call: Call, id: string, make: Make): Promise<TextResponse> {
  const isShared = call.c.get('user') === null && isForEverybody(call.runtime, call.plan.collection.name)
  const cache = isShared ? await findService(call.c, 'responses') : null
  const request = cache && cachedRequestOf(call, id)
  if (!cache || !request) return sendUncached(call, id, make)
  const startedAt = Date.now()
  let madeMs = 0
  const served = await serveResponse(call, cache, request, async (tracker) => {
    const before = Date.now()
    const response = await make({ ...call, tracker }, id)
    madeMs = Date.now() - before
    return response
  })
  noteCache(asAppContext(call.c).get('database').timings, request.name, startedAt, madeMs)
  if (served.status === 'STALE') expectChange(call.c, Date.now())
  else if (served.until !== null) expectChange(call.c, served.until)
  return send(call.c, withHeaders(served.response, served))
}

/** Responds to a GET of a collection without a cache, with the headers of `sendCached`. */
export async function sendUncached(call: Call, id: string, make: Make): Promise<TextResponse> {
  return send(call.c, withHeaders(await make(call, id), BYPASS))
}

/** Returns the stored response to the request, or a new one. */
export async function serveResponse(
  call: Call,
  cache: ResponseCache,
  request: CachedRequest,
  make: (tracker: DependencyTracker) => Promise<CollectionResponse>,
): Promise<ServedResponse> {
  const { runtime, c } = call
  const reading = {
    // A caller with a bookmark may have seen something newer than this isolate knows.
    maxAge: isReaderAhead(call) ? 0 : cache.staleness,
    db: runtime.env.DB,
    waitUntil: (work: Promise<unknown>) => c.executionCtx.waitUntil(work),
  }
  const current = generationsOf(runtime).current(reading)
  return cache.respond({
    name: request.name,
    sources: request.sources,
    program: versionOf(runtime),
    generations: current instanceof Promise ? await current : current,
    make: () => makeResponse(runtime, request, make),
  })
}

async function makeResponse(
  runtime: Runtime,
  { sources, isTimeless }: CachedRequest,
  make: (tracker: DependencyTracker) => Promise<CollectionResponse>,
): Promise<MadeResponse> {
  const tracker: DependencyTracker = { sources, isTimeless, seen: null }
  const { text, headers } = await make(tracker)
  if (!tracker.seen) throw new Error('a response was made without readContent, so its dependencies are unknown')
  const { generations, due } = tracker.seen
  generationsOf(runtime).learn(generations)
  return { response: { status: 200, text, headers }, generations, until: due }
}

const BYPASS = { status: 'BYPASS', source: 'database', ttl: 0 } as const

interface Outcome {
  readonly status: ServedResponse['status'] | 'BYPASS'
  readonly source: ServedResponse['source']
  readonly ttl: number
}

function withHeaders(
  response: CollectionResponse | StoredResponse,
  { status, source, ttl }: Outcome,
): CollectionResponse {
  const headers = {
    ...response.headers,
    'X-Cache-Status': status,
    'X-Cache-Source': source,
    'X-Cache-TTL': String(ttl),
  }
  return { status: response.status, text: response.text, headers }
}

function isReaderAhead({ c }: Call): boolean {
  return readBookmark(asAppContext(c)) !== null
}

/**
 * Returns a version that consists of the program's hash and its last migration. If either has changed, the same request
 * may have another response.
 */
const versionOf = keptFor(
  ({ program: { manifest, migrations } }: Runtime) =>
    `${manifest.hash.slice(0, 12)}.${migrations.at(-1)?.name.slice(0, 4) ?? '0'}`,
)
