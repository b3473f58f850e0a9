import type { Context } from 'hono'

/** The answer's headers; an answer whose headers are locked (it came from `fetch`, or is a redirect) is copied first. */
export function editableHeaders(c: Context): Headers {
  try {
    c.res.headers.delete('X-Powered-By')
  } catch {
    c.res = new Response(c.res.body, c.res)
  }
  return c.res.headers
}
