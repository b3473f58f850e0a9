import type { Context } from 'hono'

/**
 * Tells whether a browser requests a page: `Accept` names `text/html` and does not prefer JSON, and the path is not
 * under `/api/`. The response is then a page, a redirect or a form instead of JSON.
 */
export function isPageRequest(c: Context): boolean {
  const accept = c.req.header('accept')
  if (accept === undefined || !accept.includes('text/html')) return false
  if (c.req.path === '/api' || c.req.path.startsWith('/api/')) return false
  return quality(accept, 'text/html') >= quality(accept, 'application/json')
}

/**
 * Returns the weight that an `Accept` header gives to a media type (RFC 9110, section 12.5.1); 0 if it does not name
 * the type.
 */
function quality(accept: string, type: string): number {
  const entry = accept
    .split(',')
    .map((part) => part.trim().toLowerCase())
    .find((part) => part === type || part.startsWith(`${type};`))
  if (entry === undefined) return 0
  const weight = /;\s*q=([\d.]+)/.exec(entry)
  return weight ? Number(weight[1]) : 1
}
