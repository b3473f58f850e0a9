import type { Cors } from '../../config/config.ts'
import type { Middleware } from '../app-env.ts'
import { editableHeaders } from './editable-headers.ts'

/** Headers that a script of another origin may read. */
const EXPOSED = [
  'ETag',
  'Idempotent-Replayed',
  'Location',
  'Retry-After',
  'X-Cache-Source',
  'X-Cache-Status',
  'X-Cache-TTL',
  'X-Request-Id',
  'X-Response-Time',
].join(', ')

/** Tells browsers which other origins may call, as the config says. The router answers `OPTIONS`; this completes it. */
export function corsHeaders({ origins, credentials, maxAge }: Required<Cors>): Middleware {
  return async (c, next) => {
    await next()
    const origin = c.req.header('origin')
    const headers = editableHeaders(c)
    if (origins !== '*') headers.append('Vary', 'Origin')
    if (origin === undefined || (origins !== '*' && !origins.includes(origin))) return
    headers.set('Access-Control-Allow-Origin', origins === '*' ? '*' : origin)
    if (credentials && origins !== '*') headers.set('Access-Control-Allow-Credentials', 'true')
    if (c.req.method !== 'OPTIONS' || c.req.header('access-control-request-method') === undefined) {
      headers.set('Access-Control-Expose-Headers', EXPOSED)
      return
    }
    headers.set('Access-Control-Allow-Methods', headers.get('Allow') ?? '')
    headers.set('Access-Control-Allow-Headers', c.req.header('access-control-request-headers') ?? '')
    headers.set('Access-Control-Max-Age', String(maxAge))
  }
}
