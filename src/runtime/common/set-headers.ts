import type { Context } from 'hono'

/** Sets headers of the answer; `Vary` is added to. An answer whose headers are locked (it came from `fetch`, or is a redirect) is copied first. */
export function setHeaders(c: Context, values: Readonly<Record<string, string>>): void {
  try {
    write(c.res.headers, values)
  } catch {
    c.res = new Response(c.res.body, c.res)
    write(c.res.headers, values)
  }
}

function write(headers: Headers, values: Readonly<Record<string, string>>): void {
  for (const name in values) {
    if (name === 'Vary') headers.append(name, values[name] ?? '')
    else headers.set(name, values[name] ?? '')
  }
}
