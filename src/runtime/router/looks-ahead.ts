import type { RequestContext } from '../../config/request.ts'

/**
 * Whether a program only looks at what is behind the address, or fetches it in case somebody goes there: `HEAD`, and what
 * browsers say when they prefetch, prerender or preview.
 */
export function looksAhead(c: RequestContext): boolean {
  if (c.req.method === 'HEAD') return true
  return ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) =>
    /prefetch|prerender|preview/i.test(c.req.header(name) ?? ''),
  )
}
