import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { say } from '../log.ts'
import { clientAddress, plain, type Trust } from './client-address.ts'
import type { Background } from './execution.ts'
import { LARGEST_BODY, refuse, refuseMalformed, refuseUnread, TOO_LARGE, TWO_HOSTS } from './refuse.ts'
import { sideBySide } from './side-by-side.ts'
import type { StaticFiles } from './static-files.ts'

/** Maximum number of bytes of address and headers together. The service has stricter limits and explains them. */
const LARGEST_HEAD = 64 * 1024

/** Maximum time for receiving a request's headers, and the whole request, in milliseconds. */
const TIME = { headers: 30_000, request: 300_000 }

/**
 * Maximum number of requests per connection when there are several processes. The client's next connection then goes to
 * the least busy process. Without the limit, all connections of a burst could stay with the process that wakes first,
 * because proxies keep connections open for hours.
 */
const REQUESTS_OF_CONNECTION = 100

/** Milliseconds for which an idle connection is kept open: longer than proxies keep theirs. */
const KEEP_ALIVE = 75_000

/**
 * Milliseconds for which idle connections may still send a request when the server stops. A connection that does is
 * closed after the response.
 */
const LINGER = 1_000

/** Milliseconds after which a stopping server no longer waits for clients, because it is killed after 30 seconds. */
const LAST = 25_000

export interface ServeOptions {
  readonly host: string
  /** Port; 0 for any free one. */
  readonly port: number
  /** Number of processes that accept connections at this port. */
  readonly processes: number
  readonly isTrusted: Trust
  readonly files: StaticFiles
  /** Tracks background work of requests. */
  readonly background: Background
  /** Responds to requests that no static file matches. */
  fetch(request: Request): Response | Promise<Response>
}

/** A listening server. */
export interface Serving {
  readonly port: number
  /** Stops accepting connections; resolves once all requests and background work are done. */
  stop(): Promise<void>
}

/**
 * Starts a server.
 * @throws Error if the port is taken, or not permitted for this user
 */
export async function serve(options: ServeOptions): Promise<Serving> {
  const { host, port, processes, isTrusted, files, background, fetch } = options
  const listener = getRequestListener(fetch, { errorHandler: refuseUnread })
  let isEnding = false
  const server = createServer({
    maxHeaderSize: LARGEST_HEAD,
    headersTimeout: TIME.headers,
    requestTimeout: TIME.request,
    keepAliveTimeout: KEEP_ALIVE,
  })
  const count = processes > 1 ? countRequests() : () => 0
  const respond = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const requestCount = count(incoming.socket)
    if (requestCount > REQUESTS_OF_CONNECTION) return // the client had not seen the close (RFC 9112, 9.3.2)
    if (isEnding || requestCount === REQUESTS_OF_CONNECTION) outgoing.setHeader('Connection', 'close')
    if (Number(incoming.headers['content-length'] ?? 0) > LARGEST_BODY) return refuse(outgoing, TOO_LARGE)
    if (hasTwoHosts(incoming)) return refuse(outgoing, TWO_HOSTS)
    if (incoming.url?.includes('\\')) incoming.url = withSlashes(incoming.url)
    if (incoming.url?.startsWith('/assets/') || incoming.url?.startsWith('/docs/guides')) {
      if (await files.send(incoming, outgoing)) return
    }
    tellCaller(incoming, isTrusted)
    closeUnlessRead(incoming, outgoing)
    await listener(incoming, outgoing)
  }
  const attend = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    respond(incoming, outgoing).catch((error: unknown) => {
      say('error', `A request could not be answered: ${error instanceof Error ? error.stack : error}`)
      outgoing.destroy()
    })
  }
  server.on('request', sideBySide(attend))
  server.on('clientError', refuseMalformed)
  await listen(server, host, port)
  return {
    port: (server.address() as AddressInfo).port, // a TCP port, not a pipe
    async stop() {
      isEnding = true
      // `server.close` would end idle connections at once, although some may be about to send a request.
      const closed = new Promise((resolve) => NetServer.prototype.close.call(server, resolve))
      const closing = setInterval(() => server.closeIdleConnections(), LINGER)
      const cutting = setTimeout(() => server.closeAllConnections(), LAST)
      await closed
      clearInterval(closing)
      clearTimeout(cutting)
      await background.settled()
    },
  }
}

/** Returns a function that counts the requests of each connection. */
function countRequests(): (connection: Socket) => number {
  const counts = new WeakMap<Socket, number>()
  return (connection) => {
    const count = (counts.get(connection) ?? 0) + 1
    counts.set(connection, count)
    return count
  }
}

/**
 * Milliseconds for which an unread body is still received, so that a client that is still sending sees the response.
 */
const REST = 500

/**
 * Closes the connection after a response that was sent before the whole body had arrived. The rest of the body would
 * block the next request, because a proxy would send that request on the same connection.
 */
function closeUnlessRead(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { socket } = incoming
  const writeHead = outgoing.writeHead.bind(outgoing) as (...values: unknown[]) => ServerResponse // all overloads
  outgoing.writeHead = (...values: unknown[]) => {
    if (!incoming.complete && !outgoing.headersSent) {
      outgoing.setHeader('Connection', 'close')
      socket.destroySoon = () => {
        socket.end()
        incoming.resume()
        setTimeout(() => socket.destroy(), REST)
      }
    }
    return writeHead(...values)
  }
}

/**
 * Tells whether a request has more than one `Host` header. A proxy may use one, and Node another (RFC 9112, section
 * 3.2).
 */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count > 1
}

/**
 * Replaces backslashes in a path with slashes, as the URL standard requires (https://url.spec.whatwg.org/#url-parsing).
 */
function withSlashes(url: string): string {
  const [path = ''] = url.split('?', 1)
  return path.replaceAll('\\', '/') + url.slice(path.length)
}

/** Matches a name with an optional port, and nothing that could continue as a path. */
const AUTHORITY = /^[\w.:[\]-]+$/

/**
 * Puts the caller's address into `CF-Connecting-IP`, as Cloudflare does, and removes other headers that begin with
 * `CF-`. If a trusted proxy says that the caller used HTTPS, the request's address begins with `https:`.
 */
function tellCaller(incoming: IncomingMessage, isTrusted: Trust): void {
  const { headers, rawHeaders, socket } = incoming
  const connection = plain(socket.remoteAddress ?? '')
  for (let index = rawHeaders.length - 2; index >= 0; index -= 2) {
    if (rawHeaders[index]?.toLowerCase().startsWith('cf-')) rawHeaders.splice(index, 2)
  }
  for (const name of Object.keys(headers)) if (name.startsWith('cf-')) delete headers[name]
  const forwarded = headers['x-forwarded-for']
  const address = clientAddress(connection, Array.isArray(forwarded) ? forwarded.join() : forwarded, isTrusted)
  headers['cf-connecting-ip'] = address
  rawHeaders.push('cf-connecting-ip', address)
  if (headers['x-forwarded-proto'] === 'https' && isTrusted(connection) && incoming.url?.startsWith('/')) {
    const named = String(headers['x-forwarded-host'] ?? '')
    incoming.url = `https://${AUTHORITY.test(named) ? named : headers.host}${incoming.url}`
  }
}

function listen(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve()
    })
  })
}
