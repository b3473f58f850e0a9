import { Agent, type ClientRequest, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type Breakage, breakageHeaders, isHtml, overlay } from './error-page.ts'
import { sendProblem } from './problem.ts'

export interface Forwarder {
  /**
   * Passes a request on and its response back, as streams, and adds the problems of the project.
   * @param target returns the address to which the request is sent; called for each attempt, since workerd may have
   * been replaced in between
   */
  forward(incoming: IncomingMessage, outgoing: ServerResponse, target: () => URL, breakage: Breakage | null): void
  close(): void
}

/**
 * Maximum number of attempts to reach a worker, and the pause between them in milliseconds.
 */
const RETRIES = { count: 100, pause: 50 }

/**
 * Creates a forwarder that keeps its connections to workerd open. It repeats failed attempts, since workerd soon
 * listens again after a crash.
 */
export function createForwarder(): Forwarder {
  const agent = new Agent({ keepAlive: true, maxSockets: 128 })
  return { forward: (...exchange) => attempt(exchange, RETRIES.count), close: () => agent.destroy() }

  function attempt(exchange: Parameters<Forwarder['forward']>, retries: number): void {
    const [incoming, outgoing, target, breakage] = exchange
    const { hostname, port } = target()
    const upstream = request({
      agent,
      host: hostname,
      port,
      method: incoming.method ?? 'GET',
      path: pathOf(incoming.url ?? '/'),
      headers: requestHeaders(incoming, breakage),
    })
    let isSent = false
    // The body is held back until there is a connection, so that a request that was not sent yet can be repeated.
    upstream.once('socket', (socket) => {
      const send = (): void => {
        isSent = true
        incoming.pipe(upstream)
      }
      if (socket.connecting) socket.once('connect', send)
      else send()
    })
    upstream.once('response', (response) => passBack(response, outgoing, breakage))
    const abandon = (): void => void upstream.destroy()
    outgoing.once('close', abandon)
    upstream.once('error', () => {
      outgoing.off('close', abandon)
      if (outgoing.closed) return
      if (outgoing.headersSent) outgoing.destroy()
      else if ((isSent && !mayRepeat(incoming, upstream)) || retries === 0)
        sendProblem(outgoing, 502, 'The worker stopped during the response.')
      else setTimeout(() => outgoing.closed || attempt(exchange, retries - 1), RETRIES.pause)
    })
  }
}

/**
 * Tells whether a request can be sent again after a connection that was kept open broke: only if sending it twice makes
 * no difference.
 */
function mayRepeat(incoming: IncomingMessage, upstream: ClientRequest): boolean {
  return upstream.reusedSocket && (incoming.method === 'GET' || incoming.method === 'HEAD')
}

function passBack(response: IncomingMessage, outgoing: ServerResponse, breakage: Breakage | null): void {
  const status = response.statusCode ?? 502
  const covered = breakage !== null && isHtml(response.headers)
  const headers = without(response.rawHeaders, covered ? [...HOP_BY_HOP, ...OF_THE_PAGE] : HOP_BY_HOP)
  if (breakage) headers.push(...breakageHeaders(breakage))
  if (covered) headers.push('Cache-Control', 'no-store')
  outgoing.writeHead(status, response.statusMessage, headers)
  response.once('error', () => outgoing.destroy())
  response.pipe(outgoing, { end: !covered })
  if (covered) response.once('end', () => outgoing.end(overlay(breakage)))
}

/** Headers that are about one connection only (RFC 9110, section 7.6.1). */
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'transfer-encoding', 'upgrade']

/** Headers that are wrong once an overlay has been added to a page. */
const OF_THE_PAGE = ['content-length', 'content-security-policy', 'etag', 'cache-control']

function requestHeaders(incoming: IncomingMessage, breakage: Breakage | null): string[] {
  const chunked = incoming.headers['transfer-encoding'] !== undefined
  const dropped = [...HOP_BY_HOP, 'expect', ...(breakage ? ['accept-encoding', 'if-none-match'] : [])]
  const headers = without(incoming.rawHeaders, dropped)
  if (chunked) headers.push('Transfer-Encoding', 'chunked')
  // Set as on Cloudflare. A header from the caller is kept here, so that several callers can be simulated.
  if (incoming.headers['cf-connecting-ip'] === undefined) {
    headers.push('CF-Connecting-IP', incoming.socket.remoteAddress ?? '127.0.0.1')
  }
  return headers
}

/** Returns a flat list of name-value pairs without the pairs whose name is in `names`. */
function without(pairs: readonly string[], names: readonly string[]): string[] {
  const kept: string[] = []
  for (let index = 0; index < pairs.length; index += 2) {
    const [name, value] = [pairs[index], pairs[index + 1]]
    if (name !== undefined && value !== undefined && !names.includes(name.toLowerCase())) kept.push(name, value)
  }
  return kept
}

/** Returns the path in a request line, which may contain a whole URL (RFC 9112, section 3.2.2). */
function pathOf(target: string): string {
  if (target.startsWith('/')) return target
  const url = URL.parse(target)
  return url ? url.pathname + url.search : '/'
}
