import type { ManifestRoute } from '../../manifest/index.ts'
import { isCurrent } from '../collections/request/etag.ts'
import { sha256 } from '../common/hash.ts'
import { type Outgoing, type OutgoingHeaders, setHeaders } from '../common/outgoing.ts'
import { expectedChange } from '../freshness/freshness.ts'
import { type AppContext, asRequestContext } from '../isolate/app-env.ts'
import { isRead } from '../isolate/bookmark.ts'
import { NEVER, PRIVATE, publicCacheControl } from './cache-control.ts'

/** Headers that identify the caller. A response for anonymous callers must not be served to others. */
const IDENTITY = 'Authorization, Cookie'

/**
 * Sets Cache-Control. Public responses follow the route's rule; all others must not be stored. A handler's own
 * Cache-Control is kept, except on errors.
 */
export function setCacheControl(c: AppContext, outgoing: Outgoing): void {
  const { status, headers } = outgoing
  if (c.req.method === 'OPTIONS' || (status < 400 && headers.has('Cache-Control'))) return
  const route = c.get('route')
  if (status >= 400 || !isRead(c)) headers.set('Cache-Control', NEVER)
  else if (route === undefined || !isForEverybody(c, outgoing, route)) headers.set('Cache-Control', PRIVATE)
  else setHeaders(headers, { 'Cache-Control': publicCacheControl(route.cache, secondsToChange(c)), Vary: IDENTITY })
}

function secondsToChange(c: AppContext): number | null {
  const change = expectedChange(asRequestContext(c))
  return change === null ? null : (change - Date.now()) / 1000
}

/**
 * Tells whether a response is public: it succeeded, the caller is anonymous and sent no invalid credential, the route
 * is public and serves content or has a cache rule, and the response sets no cookie.
 */
function isForEverybody(
  c: AppContext,
  { status, headers }: Outgoing,
  { access, collection, cache }: ManifestRoute,
): boolean {
  if (c.get('user') !== null || c.get('credentialError') !== undefined) return false
  if (access.kind !== 'public' || (collection === undefined && cache === null)) return false
  return (status === 200 || status === 304) && !headers.has('Set-Cookie')
}

/**
 * Adds an ETag, computed from the text, to a cacheable response without one. Returns 304 instead if the caller has that
 * version (RFC 9110, section 13).
 */
export async function tagged(c: AppContext, response: Response): Promise<Response> {
  if (!isRead(c) || response.status !== 200 || !c.get('route')?.cache) return response
  if (response.headers.has('ETag') || !isText(response.headers)) return response
  const text = await response.text()
  const tag = `"${(await sha256(text)).slice(0, 32)}"`
  const isKnown = isCurrent(c.get('requestHeaders')['if-none-match'], tag)
  const { headers } = response
  if (isKnown) for (const name of ['Content-Type', 'Content-Length']) headers.delete(name)
  headers.set('ETag', tag)
  return new Response(isKnown ? null : text, { status: isKnown ? 304 : 200, headers })
}

function isText(headers: OutgoingHeaders): boolean {
  return /^(?:text\/|application\/(?:[\w.]+\+)?json)/.test(headers.get('Content-Type') ?? '')
}
