import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { HostAssets } from '../../host.ts'

/** A file that browsers may load. */
interface StaticFile {
  readonly type: string
  readonly bytes: Buffer
  readonly compressed: Buffer
  readonly etag: string
}

const TYPES: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json',
  md: 'text/markdown; charset=utf-8',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
}

/** Files of pages, and the guides: names that begin with a dot are none. */
const PUBLIC = /^\/(?:assets\/[\w-][\w.-]*|docs\/guides(?:\/[\w-][\w.-]*)?)$/

const compress = promisify(brotliCompress)

/** The files in a folder that are answered without asking the service, and those that the service alone reads. */
export interface StaticFiles extends HostAssets {
  /** Answers with a file. @returns whether there is one at this address */
  send(incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean>
}

/** @param folder what `cms build` writes as static files */
export function staticFiles(folder: string): StaticFiles {
  const headersOf = readHeaders(join(folder, '_headers'))
  const files = new Map<string, Promise<StaticFile | null>>()
  const find = (path: string) => {
    const known = files.get(path) ?? load(folder, path)
    files.set(path, known)
    void known.then((file) => file === null && files.delete(path))
    return known
  }
  return {
    async fetch(address) {
      const { pathname } = new URL(address)
      const bytes = pathname.includes('..') ? null : await read(join(folder, pathname))
      return new Response(bytes === null ? null : new Uint8Array(bytes), { status: bytes === null ? 404 : 200 })
    },
    async send(incoming, outgoing) {
      if (incoming.method !== 'GET' && incoming.method !== 'HEAD') return false
      const [path = ''] = incoming.url?.split('?', 1) ?? []
      const file = PUBLIC.test(path) ? await find(path) : null
      if (file === null) return false
      const isCompressed = /\bbr\b/.test(incoming.headers['accept-encoding'] ?? '')
      const body = isCompressed ? file.compressed : file.bytes
      const headers = {
        ...headersOf(path),
        'Content-Type': file.type,
        ETag: file.etag,
        Vary: 'Accept-Encoding',
        // A name with a hash in it never means anything else.
        ...(/\.[0-9a-f]{8}\./.test(path) ? {} : { 'Cache-Control': 'no-cache' }),
      }
      if (incoming.headers['if-none-match']?.includes(file.etag)) {
        outgoing.writeHead(304, headers).end()
        return true
      }
      const encoding = isCompressed ? { 'Content-Encoding': 'br' } : {}
      outgoing.writeHead(200, { ...headers, ...encoding, 'Content-Length': body.length })
      outgoing.end(incoming.method === 'HEAD' ? undefined : body)
      return true
    },
  }
}

/** `/docs/guides/config` is that of `docs/guides/config.html`, as on Cloudflare. */
async function load(folder: string, path: string): Promise<StaticFile | null> {
  for (const file of [path, `${path}.html`]) {
    const type = TYPES[file.slice(file.lastIndexOf('.') + 1)]
    const bytes = type === undefined ? null : await read(join(folder, file))
    if (type === undefined || bytes === null) continue
    const compressed = await compress(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
    const etag = `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
    return { type, bytes, compressed, etag }
  }
  return null
}

async function read(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch {
    return null // not there, or a folder
  }
}

/**
 * Reads the format of https://developers.cloudflare.com/workers/static-assets/headers/: rules add up, and `! Name` takes a
 * header back.
 */
function readHeaders(path: string): (path: string) => Readonly<Record<string, string>> {
  const rules = readFileSync(path, 'utf8').split('\n')
  return (asked) => {
    const headers: Record<string, string> = {}
    let applies = false
    for (const line of rules) {
      const [, removed] = /^ +! (.+)$/.exec(line) ?? []
      const [, name, value] = /^ +([\w-]+): (.+)$/.exec(line) ?? []
      if (line.startsWith('/')) applies = line.endsWith('*') ? asked.startsWith(line.slice(0, -1)) : asked === line
      else if (applies && removed !== undefined) delete headers[removed]
      else if (applies && name !== undefined && value !== undefined) headers[name] = value
    }
    return headers
  }
}
