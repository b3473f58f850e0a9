import type { RequestContext } from '../../config/request.ts'
import { list } from '../collections/list/list.ts'
import { callOf } from '../collections/request/call.ts'
import { isForEverybody } from '../freshness/for-everybody.ts'
import { inBackground } from '../isolate/background.ts'
import { runtimeOf } from '../isolate/runtime.ts'
import { findService } from '../plugins/services.ts'
import { cachedRequestOf } from './cached-request.ts'
import { serveResponse } from './cached-response.ts'

/**
 * Caches the first page of collections, as anonymous callers see it. Collections that differ between callers are
 * skipped.
 * @param names names of the program's collections
 * @returns the cache keys of the cached responses
 */
export async function warmResponses(c: RequestContext, names: readonly string[]): Promise<string[]> {
  const runtime = runtimeOf(c)
  const kept: string[] = []
  for (const collection of runtime.program.manifest.collections) {
    if (!names.includes(collection.name) || !isForEverybody(runtime, collection.name)) continue
    const work = async (anonymous: RequestContext) => {
      const call = callOf(anonymous, collection)
      const cache = await findService(anonymous, 'responses')
      const request = cachedRequestOf(call, '')
      if (!cache || !request) return
      await serveResponse(call, cache, request, (tracker) => list({ ...call, tracker }))
      kept.push(request.name)
    }
    await inBackground(runtime, c.executionCtx, work, `/api/${collection.name}`)
  }
  return kept
}
