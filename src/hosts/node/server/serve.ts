import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getRequestListener } from '@hono/node-server'
import { clientAddress, type Trust } from './client-address.ts'
import type { Background } from './execution.ts'
import type { StaticFiles } from './static-files.ts'

/** Largest body of a request, in bytes, as on Cloudflare's free and paid plans. */
const LARGEST_BODY = 100 * 1024 * 1024

/** Longest time for a request's headers, and for all of it, in milliseconds. */
const TIME = { headers: 30_000, request: 300_000 }

/** Time for which a connection waits for its next request, in milliseconds: longer than proxies keep theirs. */
const KEEP_ALIVE = 75_000

export interface ServeOptions {
  readonly host: string
  /** 0 for any that is free. */
  readonly port: number
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
export async function serve({ host, port, isTrusted, files, background, fetch }: ServeOptions): Promise<Serving> {
  const answer = getRequestListener(fetch)
  let isEnding = false
  const server = createServer({
    headersTimeout: TIME.headers,
    requestTimeout: TIME.request,
    keepAliveTimeout: KEEP_ALIVE,
  })
  server.on('request', async (incoming, outgoing) => {
    if (isEnding) outgoing.setHeader('Connection', 'close')
    if (Number(incoming.headers['content-length'] ?? 0) > LARGEST_BODY) {
      outgoing.writeHead(413, { Connection: 'close' }).end()
      return
    }
    if (incoming.url?.startsWith('/assets/') || incoming.url?.startsWith('/docs/guides')) {
      if (await files.send(incoming, outgoing)) return
    }
    tellCaller(incoming, isTrusted)
    await answer(incoming, outgoing)
  })
  await listen(server, host, port)
  return {
    port: (server.address() as AddressInfo).port, // it listens on a port
    async stop() {
      isEnding = true
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeIdleConnections()
      await closed
      await background.settled()
    },
  }
}

/**
 * Writes the headers by which the service knows its caller, as Cloudflare does; whatever the caller sent under their names is
 * gone. Behind a proxy the address says the scheme that the caller used.
 */
function tellCaller(incoming: IncomingMessage, isTrusted: Trust): void {
  const { headers, rawHeaders, socket } = incoming
  const connection = socket.remoteAddress ?? ''
  for (let index = rawHeaders.length - 2; index >= 0; index -= 2) {
    if (rawHeaders[index]?.toLowerCase().startsWith('cf-')) rawHeaders.splice(index, 2)
  }
  for (const name of Object.keys(headers)) if (name.startsWith('cf-')) delete headers[name]
  const forwarded = headers['x-forwarded-for']
  const address = clientAddress(connection, Array.isArray(forwarded) ? forwarded.join() : forwarded, isTrusted)
  headers['cf-connecting-ip'] = address
  rawHeaders.push('cf-connecting-ip', address)
  if (headers['x-forwarded-proto'] === 'https' && isTrusted(connection) && incoming.url?.startsWith('/')) {
    incoming.url = `https://${headers['x-forwarded-host'] ?? headers.host}${incoming.url}`
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
