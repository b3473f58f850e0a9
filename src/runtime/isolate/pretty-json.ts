import type { Context } from 'hono'

/** Indents JSON under `/api/` by two spaces if the query contains `pretty`. */
export async function indented(c: Context, response: Response): Promise<Response> {
  if (!wantsPretty(c) || !/^application\/(?:[\w.]+\+)?json/.test(response.headers.get('Content-Type') ?? '')) {
    return response
  }
  // A response with an ETag is already indented: the tag belongs to exactly these bytes.
  if (response.body === null || response.headers.has('ETag')) return response
  return new Response(JSON.stringify(await response.json(), null, 2), response)
}

/** Tells whether the caller requests indented JSON: `/api/…?pretty`. */
export function wantsPretty(c: Context): boolean {
  return c.req.url.includes('pretty') && c.req.path.startsWith('/api') && c.req.query('pretty') !== undefined
}
