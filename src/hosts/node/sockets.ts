import { connect as connectPlain, isIP, type Socket } from 'node:net'
import { connect as connectSecure, type TLSSocket } from 'node:tls'
import type { HostSocket } from '../host.ts'

export interface SocketOptions {
  /** Encryption. `on`: from the first byte; `starttls`: after `startTls`. Default `off`. */
  readonly secureTransport?: 'on' | 'off' | 'starttls'
  /** Keeps this side open when the other side closes. Default `false`. */
  readonly allowHalfOpen?: boolean
}

/**
 * Opens a connection like `connect` of `cloudflare:sockets`: it returns at once, and errors appear on reading or
 * writing. Encrypted connections need a certificate for the host's name, from an authority that Node trusts
 * (`NODE_EXTRA_CA_CERTS` adds more).
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

/**
 * Encrypts an open connection. Data received before the handshake is treated as part of the handshake and makes it
 * fail, so that nobody can inject data.
 */
function encrypt(socket: Socket, hostname: string): HostSocket {
  return over(connectSecure({ socket, host: hostname, ...named(hostname) }), null)
}

/** Returns the server name to request (SNI); empty for an IP address. */
function named(hostname: string): { readonly servername?: string } {
  return isIP(hostname) === 0 ? { servername: hostname } : {}
}

function over(socket: Socket | TLSSocket, encrypted: (() => HostSocket) | null): HostSocket {
  let failure: Error | undefined
  // The next read or write reports the error.
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
      // Reads nothing ahead: `startTls` must find the remaining data in the socket.
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

/**
 * Reads the next chunk.
 * @returns `null` at the end
 */
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
