import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectSecure, type TLSSocket } from 'node:tls'
import type { HostSocket } from '../host.ts'

export interface SocketOptions {
  /** `on`: encrypted from the first byte; `starttls`: from `startTls` on. Default `off`. */
  readonly secureTransport?: 'on' | 'off' | 'starttls'
  /** Leaves this end open when the other one is closed. Default `false`. */
  readonly allowHalfOpen?: boolean
}

/**
 * Opens a connection, as `connect` of `cloudflare:sockets` does: at once, so that what goes wrong shows when it is read
 * or written. Encrypted ones need a certificate for the host's name, of an authority that Node knows
 * (`NODE_EXTRA_CA_CERTS` names more).
 */
export function connect(
  { hostname, port }: { readonly hostname: string; readonly port: number },
  { secureTransport = 'off', allowHalfOpen = false }: SocketOptions = {},
): HostSocket {
  const to = { host: hostname, port, allowHalfOpen }
  if (secureTransport === 'on') return over(connectSecure({ ...to, ...named(hostname) }), null)
  const socket = connectPlain(to)
  return over(socket, secureTransport === 'starttls' ? () => encrypt(socket, hostname) : null)
}

/** Bytes that came before the encryption are read as part of it, and end it: nobody can put words in there. */
function encrypt(socket: Socket, hostname: string): HostSocket {
  return over(connectSecure({ socket, host: hostname, ...named(hostname) }), null)
}

/** The name that is asked for (SNI); an address has none. */
function named(hostname: string): { readonly servername?: string } {
  return isIP(hostname) === 0 ? { servername: hostname } : {}
}

function over(socket: Socket | TLSSocket, encrypted: (() => HostSocket) | null): HostSocket {
  let failure: Error | undefined
  // Whoever reads or writes is told.
  socket.on('error', (error) => {
    failure = error
  })
  return {
    readable: new ReadableStream(
      {
        async pull(controller) {
          const chunk = await nextChunk(socket, () => failure)
          if (chunk === null) controller.close()
          else controller.enqueue(new Uint8Array(chunk))
        },
        cancel: () => void socket.destroy(),
      },
      // Nothing is taken off the socket before it is asked for: `startTls` must find the rest there.
      { highWaterMark: 0 },
    ),
    writable: new WritableStream({
      write: (chunk) =>
        new Promise((resolve, reject) => {
          socket.write(chunk, (error) => (error ? reject(failure ?? error) : resolve()))
        }),
      close: () => new Promise((resolve) => socket.end(resolve)),
      abort: () => void socket.destroy(),
    }),
    startTls() {
      if (encrypted === null) throw new TypeError("startTls needs secureTransport: 'starttls', and can be called once.")
      const start = encrypted
      encrypted = null
      return start()
    },
    async close() {
      socket.destroy()
    },
  }
}

/** @returns `null` at the end */
function nextChunk(socket: Socket, failure: () => Error | undefined): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const settle = () => {
      const chunk: Buffer | null = socket.read()
      const error = failure()
      if (chunk === null && error === undefined && !socket.readableEnded && !socket.destroyed) return
      for (const event of EVENTS) socket.off(event, settle)
      if (chunk === null && error !== undefined) reject(error)
      else resolve(chunk)
    }
    for (const event of EVENTS) socket.on(event, settle)
    settle()
  })
}

const EVENTS = ['readable', 'end', 'error', 'close']
