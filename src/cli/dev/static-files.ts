import type { IncomingMessage, ServerResponse } from 'node:http'
import { findStaticFile, headersOfStaticFile } from '../workerd/static-file.ts'

/**
 * Responds with a static file, as Cloudflare does before it calls the worker.
 * @returns whether there is such a file
 */
export function sendStaticFile(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  if (incoming.method !== 'GET' && incoming.method !== 'HEAD') return false
  const path = incoming.url?.split('?')[0] ?? ''
  const file = findStaticFile(path)
  if (file === null) return false
  outgoing.writeHead(200, { ...headersOfStaticFile(path), 'Content-Type': file.type })
  outgoing.end(incoming.method === 'HEAD' ? undefined : file.text)
  return true
}
