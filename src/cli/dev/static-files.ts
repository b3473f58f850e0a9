import type { IncomingMessage, ServerResponse } from 'node:http'
import { findStaticFile, headersOfStaticFile } from '../workerd/static-file.ts'

/**
 * Answers with a static file, as Cloudflare does before the worker is asked. Names with a hash in them never change;
 * others are asked for anew each time.
 * @returns whether there is such a file
 */
export function sendStaticFile(incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  if (incoming.method !== 'GET' && incoming.method !== 'HEAD') return false
  const path = incoming.url?.split('?')[0] ?? ''
  const file = findStaticFile(path)
  if (file === null) return false
  const isLasting = /\.[0-9a-f]{8}\./.test(path)
  outgoing.writeHead(200, {
    ...headersOfStaticFile(path),
    'Content-Type': file.type,
    ...(isLasting ? {} : { 'Cache-Control': 'no-cache' }),
  })
  outgoing.end(incoming.method === 'HEAD' ? undefined : file.text)
  return true
}
