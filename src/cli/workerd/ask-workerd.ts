import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'

/**
 * Sends a request to a workerd on this machine, over a new connection. A connection kept from an earlier request may
 * have been closed in the meantime, which this process cannot notice while it compiles: the request would be lost.
 */
export function askWorkerd(url: URL, body?: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const method = body === undefined ? 'GET' : 'POST'
  const outgoing = request(url, { method, headers, agent: false }, (response) => {
    const status = response.statusCode ?? 502
    buffer(response).then((bytes) => resolve(new Response(hasBody(status) ? bytes : null, { status })), reject)
  })
  outgoing.once('error', reject)
  outgoing.end(body)
  return promise
}

/** Tells whether a response with this status may have a body, even an empty one. */
function hasBody(status: number): boolean {
  return status !== 204 && status !== 304
}
