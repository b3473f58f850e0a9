import type { ManifestRoute } from '../../manifest/index.ts'
import { isCurrent } from '../collections/etag.ts'
import { sha256 } from '../common/hash.ts'
import { setHeaders } from '../common/set-headers.ts'
import { expectedChange } from '../freshness/freshness.ts'
import { type AppContext, asRequestContext, type Middleware } from '../isolate/app-env.ts'
import { NEVER, PRIVATE, publicCacheControl } from './cache-control.ts'

/** Headers that identify the caller: a response for anonymous callers must not be served to others. */
const IDENTITY = 'Authorization, Cookie'

/**
 * Says of every answer who may keep it, and for how long: what anonymous callers read as the route's rule says, nothing
 * else at all. A handler that says `Cache-Control` itself knows better, unless it answers with an error.
 */
export function httpCaching(): Middleware {
  return async (c, next) => {
    await next()
    if (c.req.method === 'OPTIONS') return
    if (!isRead(c) || c.res.status >= 400) return setHeaders(c, { 'Cache-Control': ownOr(c, NEVER) })
    const route = c.get('route')
    if (route?.cache && c.res.status === 200) await completeWithTag(c)
    if (c.res.headers.has('Cache-Control')) return
    if (route === undefined || !isForEverybody(c, route)) return setHeaders(c, { 'Cache-Control': PRIVATE })
    const change = expectedChange(asRequestContext(c))
    const remaining = change === null ? null : (change - Date.now()) / 1000
    setHeaders(c, { 'Cache-Control': publicCacheControl(route.cache, remaining), Vary: IDENTITY })
  }
}

function isRead(c: AppContext): boolean {
  return c.req.method === 'GET' || c.req.method === 'HEAD'
}

/** Header that a handler set for its change, or the fallback; errors are never stored, whatever the header says. */
function ownOr(c: AppContext, fallback: string): string {
  return c.res.status >= 400 ? fallback : (c.res.headers.get('Cache-Control') ?? fallback)
}

/** Nobody is signed in or tried to be, the route is open to all, and the answer gives nothing to this caller alone. */
function isForEverybody(c: AppContext, { access, collection, cache }: ManifestRoute): boolean {
  if (c.get('user') !== null || c.get('credentialError') !== undefined) return false
  if (access.kind !== 'public' || (collection === undefined && cache === null)) return false
  return (c.res.status === 200 || c.res.status === 304) && !c.res.headers.has('Set-Cookie')
}

/** Gives an answer that has none an ETag made of its text, or 304 in its place to who has it (RFC 9110, section 13). */
async function completeWithTag(c: AppContext): Promise<void> {
  if (c.res.headers.has('ETag') || !isText(c.res.headers.get('Content-Type') ?? '')) return
  const text = await c.res.text()
  const tag = `"${(await sha256(text)).slice(0, 32)}"`
  const isKnown = isCurrent(c.get('requestHeaders')['if-none-match'], tag)
  const response = new Response(isKnown ? null : text, { status: isKnown ? 304 : 200, headers: c.res.headers })
  if (isKnown) for (const name of ['Content-Type', 'Content-Length']) response.headers.delete(name)
  response.headers.set('ETag', tag)
  c.res = undefined // Hono copies the old answer's headers over an answer that replaces it
  c.res = response
}

function isText(type: string): boolean {
  return /^(?:text\/|application\/(?:[\w.]+\+)?json)/.test(type)
}
