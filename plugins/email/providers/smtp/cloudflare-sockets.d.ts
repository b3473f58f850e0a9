/** The part of the runtime's TCP module that this plugin uses. */
declare module 'cloudflare:sockets' {
  import type { HostSocket } from 'lintel'

  export function connect(
    address: { readonly hostname: string; readonly port: number },
    options: { readonly secureTransport: 'on' | 'off' | 'starttls'; readonly allowHalfOpen: boolean },
  ): HostSocket
}
