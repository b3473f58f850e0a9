import type { IncomingMessage, ServerResponse } from 'node:http'
import { isIP } from 'node:net'

/**
 * Refuses a request for a host name that is not this machine's. Otherwise a page of another site, whose name was made
 * to resolve to this machine, could read and change what is served (DNS rebinding). An IP address cannot be redirected
 * in this way.
 * @returns whether the request was refused
 */
export function refuseForeignHost({ headers }: IncomingMessage, outgoing: ServerResponse): boolean {
  const name = URL.parse(`http://${headers.host ?? 'localhost'}`)?.hostname ?? ''
  if (isOwn(name)) return false
  outgoing.writeHead(403, { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' })
  outgoing.end(
    `cms dev does not accept the host ${JSON.stringify(name)}, only localhost or an IP address, so that other sites cannot reach it.\nConfigure your tunnel or proxy to send "Host: localhost".\n`,
  )
  return true
}

function isOwn(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || isIP(name.replace(/^\[|\]$/g, '')) !== 0
}
