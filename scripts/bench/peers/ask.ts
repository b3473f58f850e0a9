import type { Ask } from './peer.ts'

/**
 * Returns a function that sends and receives JSON with an account's headers. It throws for a response without success,
 * and after two minutes.
 */
export function asker(url: URL, headers: Readonly<Record<string, string>>): Ask {
  return async (method, path, body) => {
    const response = await fetch(new URL(path, url), {
      method,
      headers: { ...headers, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(120_000),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path} responded with ${response.status}: ${text.slice(0, 300)}`)
    return text === '' ? undefined : JSON.parse(text)
  }
}

/** Posts JSON without signing in. */
export function post(url: URL, path: string, body: unknown): Promise<unknown> {
  return asker(url, {})('POST', path, body)
}
