import type { CacheableRequest, ResponseCache, ServedResponse, StoredResponse } from 'lintel'
import type { RequestContext } from 'lintel/kit'
import { remaining } from './entry.ts'
import { type IsolateCache, isolateCacheOf } from './isolate-cache.ts'
import { type EntrySpec, lookUp } from './look-up.ts'
import { bytesOf } from './memory-tier.ts'
import { namespaceNamed, RESPONSES, ttlOf } from './namespaces.ts'

/**
 * Creates the service `responses`, which caches responses of collections to anonymous callers in the namespace `api`.
 */
export function responseCache(c: RequestContext): ResponseCache {
  const cache = isolateCacheOf(c)
  return {
    staleness: cache.settings.staleness * 1000,
    respond: (request) => respond(c, cache, request),
  }
}

async function respond(c: RequestContext, cache: IsolateCache, request: CacheableRequest): Promise<ServedResponse> {
  const { entry, status, source } = await lookUp(c, cache, specOf(cache, request), request.generations, async () => {
    const { response, generations, until } = await request.make()
    return { value: response, generations, until }
  })
  return {
    response: entry.value as StoredResponse, // entries of this version contain nothing else
    status,
    source,
    ttl: status === 'STALE' ? 0 : remaining(entry, Date.now()),
    until: entry.until,
  }
}

function specOf({ settings }: IsolateCache, { name, program, sources }: CacheableRequest): EntrySpec {
  return {
    key: `cache:${RESPONSES}:${name}`,
    version: `answer.${program}`,
    sources,
    ttl: ttlOf(settings, namespaceNamed(RESPONSES)),
    usesMemory: settings.memoryEnabled,
    usesKv: settings.kvEnabled,
    sizeOf: sizeOfResponse,
  }
}

function sizeOfResponse(value: unknown): number {
  const { text, headers } = value as StoredResponse // entries of this version contain nothing else
  return bytesOf(text) + Object.entries(headers).reduce((sum, pair) => sum + bytesOf(pair.join('')), 0)
}
