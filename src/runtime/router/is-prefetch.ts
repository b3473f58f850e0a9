import type { RequestContext } from '../../config/request.ts'

/**
 * Tells whether a request only checks an address or fetches it in advance: `HEAD`, or headers that browsers send to
 * prefetch, prerender or preview.
 */
export function isPrefetch(c: RequestContext): boolean {
  if (c.req.method === 'HEAD') return true
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/i.test(c.req.header(name) ?? ''),
  )
}
