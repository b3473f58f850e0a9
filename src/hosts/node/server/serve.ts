import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type AddressInfo, Server as NetServer, type Socket } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { say } from '../log.ts'
import { clientAddress, plain, type Trust } from './client-address.ts'
import type { Background } from './execution.ts'
import { LARGEST_BODY, refuse, refuseMalformed, refuseUnread, TOO_LARGE, TWO_HOSTS } from './refuse.ts'
import { sideBySide } from './side-by-side.ts'
import type { StaticFiles } from './static-files.ts'

/** Most bytes of an address and headers together. The service has limits of its own, below this one, and says so. */
const LARGEST_HEAD = 64 * 1024

/** Longest time for a request's headers, and for all of it, in milliseconds. */
const TIME = { headers: 30_000, request: 300_000 }

/**
 * Requests that a connection brings to one of several processes, after which its client opens another: the process that is
 * least busy takes it. Whoever is woken first takes a burst of new connections whole, and proxies keep them for hours.
 */
const REQUESTS_OF_CONNECTION = 100

/** Time for which a connection waits for its next request, in milliseconds: longer than proxies keep theirs. */
const KEEP_ALIVE = 75_000

/**
 * Time for which connections that wait may still bring a request once the server ends, in milliseconds. Each that does is
 * told to close.
 */
const LINGER = 1_000

/** Time after which a server that ends waits for no client any more, in milliseconds: it is killed after 30 seconds. */
const LAST = 25_000

export interface ServeOptions {
  readonly host: string
  /** 0 for any that is free. */
  readonly port: number
  /** Processes that take connections at this port. */
  readonly processes: number
  readonly isTrusted: Trust
  readonly files: StaticFiles
  /** Work that requests leave behind. */
  readonly background: Background
  /** Answers what no file does. */
  fetch(request: Request): Response | Promise<Response>
}

/** A server that listens. */
export interface Serving {
  readonly port: number
  /** Takes no new connections, and ends once every request and all work in the background is done. */
  stop(): Promise<void>
}

/** @throws Error where the port is taken, or not for this user */
export async function serve(options: ServeOptions): Promise<Serving> {
  const { host, port, processes, isTrusted, files, background, fetch } = options
  const answer = getRequestListener(fetch, { errorHandler: refuseUnread })
  let isEnding = false
  const server = createServer({
    maxHeaderSize: LARGEST_HEAD,
    headersTimeout: TIME.headers,
    requestTimeout: TIME.request,
    keepAliveTimeout: KEEP_ALIVE,
  })
  const count = processes > 1 ? countRequests() : () => 0
  const respond = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const asked = count(incoming.socket)
    if (asked > REQUESTS_OF_CONNECTION) return // it came before the client heard that the connection closes: RFC 9112, 9.3.2
    if (isEnding || asked === REQUESTS_OF_CONNECTION) outgoing.setHeader('Connection', 'close')
    if (Number(incoming.headers['content-length'] ?? 0) > LARGEST_BODY) return refuse(outgoing, TOO_LARGE)
    if (hasTwoHosts(incoming)) return refuse(outgoing, TWO_HOSTS)
    if (incoming.url?.includes('\\')) incoming.url = withSlashes(incoming.url)
    if (incoming.url?.startsWith('/assets/') || incoming.url?.startsWith('/docs/guides')) {
      if (await files.send(incoming, outgoing)) return
    }
    tellCaller(incoming, isTrusted)
    closeUnlessRead(incoming, outgoing)
    await answer(incoming, outgoing)
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
    port: (server.address() as AddressInfo).port, // it listens on a port
    async stop() {
      isEnding = true
      // Not its own `close`, which ends idle connections: on some of them the next request is on its way.
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

/** Counts the requests of each connection. */
function countRequests(): (connection: Socket) => number {
  const counts = new WeakMap<Socket, number>()
  return (connection) => {
    const count = (counts.get(connection) ?? 0) + 1
    counts.set(connection, count)
    return count
  }
}

/** Time for which the rest of a body is taken that nobody reads, in milliseconds: a client that still sends hears the answer. */
const REST = 500

/**
 * A connection ends with an answer that was given before the body had come: what is left of it would keep the next request from
 * being read, and a proxy, told nothing, would send that on this connection.
 */
function closeUnlessRead(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const { socket } = incoming
  const writeHead = outgoing.writeHead.bind(outgoing) as (...given: unknown[]) => ServerResponse // of all its forms
  outgoing.writeHead = (...given: unknown[]) => {
    if (!incoming.complete && !outgoing.headersSent) {
      outgoing.setHeader('Connection', 'close')
      socket.destroySoon = () => {
        socket.end()
        incoming.resume()
        setTimeout(() => socket.destroy(), REST)
      }
    }
    return writeHead(...given)
  }
}

/** A proxy may have read the one of them, and Node reads the other (RFC 9112, section 3.2). */
function hasTwoHosts({ rawHeaders }: IncomingMessage): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count > 1
}

/** A backslash in a path is a slash, as in every address of the web (https://url.spec.whatwg.org/#url-parsing). */
function withSlashes(url: string): string {
  const [path = ''] = url.split('?', 1)
  return path.replaceAll('\\', '/') + url.slice(path.length)
}

/** A name and perhaps a port: nothing that would go on as a path. */
const AUTHORITY = /^[\w.:[\]-]+$/

/**
 * Writes the headers by which the service knows its caller, as Cloudflare does; whatever the caller sent under their names is
 * gone. Behind a proxy the address says the scheme that the caller used.
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
