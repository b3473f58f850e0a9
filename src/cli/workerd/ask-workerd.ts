import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'

/**
 * Asks a workerd of this machine, over a connection of its own. One that was kept from the last question may have been
 * closed meanwhile, which this process cannot notice while it compiles; the question would be lost with it.
 */
export function askWorkerd(url: URL, body?: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> {
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const method = body === undefined ? 'GET' : 'POST'
  const question = request(url, { method, headers, agent: false }, (response) => {
    const status = response.statusCode ?? 502
    buffer(response).then((bytes) => resolve(new Response(hasBody(status) ? bytes : null, { status })), reject)
  })
  question.once('error', reject)
  question.end(body)
  return promise
}

/** A response of these may not be made with a body, not even with an empty one. */
function hasBody(status: number): boolean {
  return status !== 204 && status !== 304
}
