import type { Context } from 'hono'
import type { Middleware } from './app-env.ts'

/** Indents JSON answers under `/api/` by two spaces when the query has `pretty`. */
export function prettyJson(): Middleware {
  return async (c, next) => {
    await next()
    if (!wantsPretty(c) || !/^application\/(?:[\w.]+\+)?json/.test(c.res.headers.get('Content-Type') ?? '')) return
    // An answer with an ETag was written as it was asked for: its tag stands for these very bytes.
    if (c.res.body === null || c.res.headers.has('ETag')) return
    const text = JSON.stringify(await c.res.json(), null, 2)
    c.res = new Response(text, c.res)
  }
}

/** Tells whether the caller wants readable JSON: `/api/…?pretty`. */
export function wantsPretty(c: Context): boolean {
  return c.req.url.includes('pretty') && c.req.path.startsWith('/api') && c.req.query('pretty') !== undefined
}
