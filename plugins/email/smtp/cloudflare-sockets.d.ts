/** The worker's own module for TCP, as far as it is used here. */
declare module 'cloudflare:sockets' {
  import type { Socket, SocketAddress, SocketOptions } from '@cloudflare/workers-types'

  export function connect(address: SocketAddress, options: SocketOptions): Socket
}
