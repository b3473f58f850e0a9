/** A response before it is sent, while headers can still be set. */
export interface Outgoing {
  readonly status: number
  readonly headers: OutgoingHeaders
}

export type OutgoingHeaders = Pick<Headers, 'get' | 'has' | 'set' | 'append'>

/**
 * A response with a text body. Its headers are plain values until it is sent, because each access to `Headers` is a
 * slow call out of JavaScript.
 */
export class TextResponse implements Outgoing {
  readonly text: string | null
  readonly status: number
  readonly headers: PlainHeaders

  constructor(text: string | null, status: number, headers: Readonly<Record<string, string>>) {
    this.text = text
    this.status = status
    this.headers = new PlainHeaders(headers)
  }

  /** Makes the response with the current headers. */
  send(): Response {
    const { values, cookies } = this.headers
    const response = new Response(this.text, { status: this.status, headers: values })
    for (const cookie of cookies) response.headers.append('Set-Cookie', cookie)
    return response
  }
}

/** Headers by name. Names are case-sensitive: the runtime spells each name in one way. */
class PlainHeaders implements OutgoingHeaders {
  readonly values: Record<string, string> = {}
  readonly cookies: string[] = []

  constructor(headers: Readonly<Record<string, string>>) {
    setHeaders(this, headers)
  }

  get(name: string): string | null {
    return this.values[name] ?? null
  }

  has(name: string): boolean {
    return this.values[name] !== undefined
  }

  set(name: string, value: string): void {
    this.values[name] = value
  }

  append(name: string, value: string): void {
    const known = this.values[name]
    if (name === 'Set-Cookie') this.cookies.push(value)
    else this.values[name] = known === undefined ? value : `${known}, ${value}`
  }
}

/** Sets headers; values of `Vary` are appended. */
export function setHeaders(headers: OutgoingHeaders, values: Readonly<Record<string, string>>): void {
  for (const name in values) {
    if (name === 'Vary') headers.append(name, values[name] ?? '')
    else headers.set(name, values[name] ?? '')
  }
}

/** Returns the response, or a copy if its headers cannot be changed, because it came from `fetch` or is a redirect. */
export function unlocked(response: Response): Response {
  try {
    response.headers.delete('X-Locked')
    return response
  } catch {
    return new Response(response.body, response)
  }
}
