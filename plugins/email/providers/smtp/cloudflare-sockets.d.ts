/** The worker's own module for TCP, as far as it is used here. */
declare module 'cloudflare:sockets' {
  import type { HostSocket } from 'lintel'

  export function connect(
    address: { readonly hostname: string; readonly port: number },
    options: { readonly secureTransport: 'on' | 'off' | 'starttls'; readonly allowHalfOpen: boolean },
  ): HostSocket
}
