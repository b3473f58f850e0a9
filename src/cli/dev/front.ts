import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Failure } from '../failure.ts'
import { type Breakage, sendErrorPage } from './error-page.ts'
import { createForwarder } from './forward.ts'
import { refuseForeignHost } from './own-host.ts'
import { createReloads, RELOADS_PATH } from './reloads.ts'
import { sendStaticFile } from './static-files.ts'

/**
 * HTTP server of development. It keeps its port while the workerd behind it is replaced: requests that arrive in that
 * time wait. It shows problems of the project in the pages that pass through it.
 */
export interface Front {
  readonly port: number
  /**
   * Sends requests to this address from now on, beginning with those that wait. `null` if only the problems of the
   * project can be shown.
   */
  open(target: URL | null): void
  /**
   * Makes new requests wait, and resolves when none is being handled, or after `patience` milliseconds (default 5000).
   */
  hold(patience?: number): Promise<void>
  /** Sets the current problems of the project. Pages that show an error are notified of changes. */
  setBreakage(breakage: Breakage | null): void
  close(): Promise<void>
}

/**
 * Listens on this machine only, with IPv4 and, if possible, IPv6; requests wait until `open` is called.
 * @param preferredPort port; 0 chooses a free one
 * @throws Failure if the port is taken or forbidden
 */
export async function listenFront(preferredPort: number): Promise<Front> {
  const gate = createGate()
  const reloads = createReloads()
  const forwarder = createForwarder()
  let breakage: Breakage | null = null

  const response = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    if (refuseForeignHost(incoming, outgoing)) return
    if (incoming.url === RELOADS_PATH) return reloads.subscribe(outgoing)
    if (sendStaticFile(incoming, outgoing)) return
    const first = await gate.pass()
    if (first === null) return sendErrorPage(incoming, outgoing, breakage)
    gate.enter(outgoing)
    forwarder.forward(incoming, outgoing, () => gate.target() ?? first, breakage)
  }
  const { servers, port } = await listenBoth(response, preferredPort)
  return {
    port,
    open: gate.open,
    hold: (patience = 5000) => gate.close(patience),
    setBreakage(next) {
      breakage = next
      reloads.announce()
    },
    async close() {
      forwarder.close()
      for (const server of servers) server.closeAllConnections()
      await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))))
    },
  }
}

/** Creates a gate: requests wait there until it is opened, and are counted while they are being handled. */
function createGate() {
  let opened = Promise.withResolvers<URL | null>()
  let latest: URL | null = null
  let isOpen = false
  let active = 0
  let drained: (() => void) | null = null
  return {
    pass: (): Promise<URL | null> => opened.promise,
    /** Returns the latest target, without waiting. */
    target: (): URL | null => latest,
    enter(outgoing: ServerResponse): void {
      active += 1
      outgoing.once('close', () => {
        active -= 1
        if (active === 0) drained?.()
      })
    },
    open(target: URL | null): void {
      if (isOpen) opened = Promise.withResolvers()
      isOpen = true
      latest = target
      opened.resolve(target)
    },
    async close(patience: number): Promise<void> {
      if (isOpen) opened = Promise.withResolvers()
      isOpen = false
      if (active === 0) return
      const { promise, resolve } = Promise.withResolvers<void>()
      drained = resolve
      const timer = setTimeout(resolve, patience)
      await promise
      clearTimeout(timer)
      drained = null
    },
  }
}

type Listener = (incoming: IncomingMessage, outgoing: ServerResponse) => void

async function listenBoth(listener: Listener, preferredPort: number): Promise<{ servers: Server[]; port: number }> {
  const first = await listen(listener, preferredPort, '127.0.0.1')
  const { port } = first.address() as AddressInfo
  try {
    return { servers: [first, await listen(listener, port, '::1')], port }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    // Without IPv6, IPv4 serves alone. If another process uses the port with IPv6, browsers would reach that process.
    if (code !== 'EADDRINUSE') return { servers: [first], port }
    first.close()
    if (preferredPort === 0) return listenBoth(listener, 0)
    throw listenFailure(error as NodeJS.ErrnoException, port)
  }
}

async function listen(listener: Listener, port: number, host: string): Promise<Server> {
  const server = createServer(listener)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, host, resolve)
  await promise.catch((error: NodeJS.ErrnoException) => {
    throw host === '127.0.0.1' ? listenFailure(error, port) : error
  })
  return server
}

function listenFailure(error: NodeJS.ErrnoException, port: number): Failure {
  const another = { hint: `\`cms dev --port ${port === 65535 ? 8787 : port + 1}\` uses another port.` }
  if (error.code === 'EADDRINUSE') return new Failure(`Port ${port} is in use by another process.`, another)
  if (error.code === 'EACCES') return new Failure(`Port ${port} is reserved for privileged processes.`, another)
  return new Failure(`The server cannot listen on port ${port}: ${error.message}.`, another)
}
