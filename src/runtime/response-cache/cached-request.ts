import { requestOf } from '../collections/list/list.ts'
import { referencesIn, type Sites } from '../collections/populate/sites.ts'
import type { Filter } from '../collections/query/filter.ts'
import { documentRequestOf } from '../collections/read/document-request.ts'
import type { Call } from '../collections/request/call.ts'
import { keptFor } from '../common/kept-for.ts'
import { isForEverybody } from '../freshness/for-everybody.ts'
import { wantsPretty } from '../isolate/pretty-json.ts'
import type { Runtime } from '../isolate/runtime.ts'
import { canonicalName } from './canonical-name.ts'

/** An anonymous caller's request, in the form that identifies a cached response. */
export interface CachedRequest {
  readonly name: string
  /** Names of the generations that the response depends on. */
  readonly sources: readonly string[]
  readonly isTimeless: boolean
}

/** Parsed requests, by the address exactly as it was sent. `null`: the response is not cached. */
const requestsOf = keptFor((_: Runtime) => new Map<string, CachedRequest | null>())
const MAX_REQUESTS = 2000
/** Maximum number of characters of an address whose parsed request is cached. */
const MAX_ADDRESS = 1000

/**
 * Parses a request to the form that identifies a cached response.
 * @param id the document's id; empty for a list
 * @returns `null` if the response must not be cached
 * @throws HttpError `invalid_query`
 */
export function cachedRequestOf(call: Call, id: string): CachedRequest | null {
  const { url } = call.c.req
  const address = url.slice(url.indexOf('/', url.indexOf('//') + 2))
  const known = requestsOf(call.runtime)
  const found = known.get(address)
  if (found !== undefined) return found
  const request = readCachedRequest(call, id)
  if (address.length > MAX_ADDRESS) return request
  if (known.size >= MAX_REQUESTS) known.clear()
  known.set(address, request)
  return request
}

function readCachedRequest(call: Call, id: string): CachedRequest | null {
  const { name } = call.plan.collection
  const populate = id === '' ? null : documentRequestOf(call).populate
  const sources = populate ? [...new Set([name, ...populated(populate)])].sort() : sourcesOfList(call)
  if (!sources.every((source) => isForEverybody(call.runtime, source))) return null
  const subject = id === '' ? name : `${name}/${id}`
  return {
    name: canonicalName(subject, call.c.req.url, wantsPretty(call.c)),
    sources,
    isTimeless: populate?.size === 0,
  }
}

/** Returns the collection itself, the populated collections, and those that conditions refer to. */
function sourcesOfList(call: Call): string[] {
  const { populate, query } = requestOf(call)
  const names = [call.plan.collection.name, ...populated(populate), ...query.shape.filters.flatMap(filtered)]
  return [...new Set(names)].sort()
}

function populated(sites: Sites): string[] {
  return referencesIn(sites).map(({ target }) => target.name)
}

function filtered(filter: Filter): string[] {
  if (filter.kind === 'target') return [filter.target, ...filter.filters.flatMap(filtered)]
  return filter.kind === 'or' || filter.kind === 'and' ? filter.filters.flatMap(filtered) : []
}
