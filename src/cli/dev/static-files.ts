import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  svg: 'image/svg+xml',
}

/**
 * Answers with a file of the folder, as Cloudflare does before the worker is asked. Names with a hash in them never
 * change; others are asked for anew each time.
 * @param folder the `[assets]` of wrangler.toml, absolute
 * @returns whether there is such a file
 */
export function sendStaticFile(folder: string, incoming: IncomingMessage, outgoing: ServerResponse): boolean {
  const path = /^\/assets\/([\w.-]+)(?:\?|$)/.exec(incoming.url ?? '')?.[1]
  if (path === undefined || (incoming.method !== 'GET' && incoming.method !== 'HEAD')) return false
  const text = readFile(join(folder, 'assets', path))
  const type = TYPES[path.slice(path.lastIndexOf('.') + 1)]
  if (text === null || type === undefined) return false
  outgoing.writeHead(200, {
    'Content-Type': type,
    'Cache-Control': /\.[0-9a-f]{8}\./.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache',
    'X-Content-Type-Options': 'nosniff',
  })
  outgoing.end(incoming.method === 'HEAD' ? undefined : text)
  return true
}

function readFile(path: string): Buffer | null {
  try {
    return readFileSync(path)
  } catch {
    return null // not there, or a folder
  }
}
