import type { Cors } from '../../config/config.ts'
import { isTrustedOrigin } from '../access/trusted-origins.ts'
import { type Outgoing, setHeaders } from '../common/outgoing.ts'
import type { AppContext } from '../isolate/app-env.ts'
import type { Runtime } from '../isolate/runtime.ts'

/** Headers that scripts of other origins may read. */
const EXPOSED = [
  'ETag',
  'Idempotent-Replayed',
  'Location',
  'Retry-After',
  'X-Cache-Source',
  'X-Cache-Status',
  'X-Cache-TTL',
  'X-D1-Bookmark',
  'X-Request-Id',
  'X-Response-Time',
].join(', ')

/** Returns a function that sets the CORS headers, from the config's `cors`. The router itself responds to `OPTIONS`. */
export function corsHeaders(runtime: Runtime): (c: AppContext, outgoing: Outgoing) => void {
  const { cors } = runtime.program.manifest
  // A response without `Vary: Origin` can be cached for all origins.
  const isSameForAll = cors.origins === '*' || cors.origins.length === 0
  const vary: Readonly<Record<string, string>> = isSameForAll ? {} : { Vary: 'Origin' }
  return (c, { headers }) => {
    setHeaders(headers, vary)
    const { origin } = c.get('requestHeaders')
    if (!isAllowed(cors, origin)) return
    setHeaders(headers, originHeaders(runtime, origin))
    setHeaders(headers, isPreflight(c) ? preflightHeaders(c, headers.get('Allow'), cors) : READING)
  }
}

/** Headers of responses other than preflight responses. */
const READING = { 'Access-Control-Expose-Headers': EXPOSED }

/**
 * Tells whether an origin may call the service. If all origins may, the result is true even without an origin, because
 * a cache may serve the response to another caller.
 */
function isAllowed({ origins }: Required<Cors>, origin: string | undefined): boolean {
  return origins === '*' || (origin !== undefined && origins.includes(origin))
}

function originHeaders(runtime: Runtime, origin = ''): Record<string, string> {
  if (runtime.program.manifest.cors.origins === '*') return { 'Access-Control-Allow-Origin': '*' }
  return {
    'Access-Control-Allow-Origin': origin,
    ...(isTrustedOrigin(runtime, origin) ? { 'Access-Control-Allow-Credentials': 'true' } : {}),
  }
}

function isPreflight(c: AppContext): boolean {
  return c.req.method === 'OPTIONS' && c.get('requestHeaders')['access-control-request-method'] !== undefined
}

function preflightHeaders(c: AppContext, allow: string | null, { maxAge }: Required<Cors>): Record<string, string> {
  return {
    'Access-Control-Allow-Methods': allow ?? '',
    'Access-Control-Allow-Headers': c.get('requestHeaders')['access-control-request-headers'] ?? '',
    'Access-Control-Max-Age': String(maxAge),
  }
}
