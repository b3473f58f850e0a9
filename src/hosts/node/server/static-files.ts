import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { HostAssets } from '../../host.ts'
import { staticFileHeaders, staticFileNames } from '../../static-files.ts'

/** A file that browsers may load. */
interface StaticFile {
  readonly type: string
  readonly bytes: Buffer
  readonly compressed: Buffer
  readonly etag: string
}

const compress = promisify(brotliCompress)

/** The public files in a folder, which are served without the service, and those that only the service reads. */
export interface StaticFiles extends HostAssets {
  /**
   * Sends the file at the request's address.
   * @returns whether there is a file at the address
   */
  send(incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean>
}

/**
 * Returns an object that serves the static files in a folder. A public file is read when it is first requested.
 * @param folder static files as `cms build` writes them
 */
export function staticFiles(folder: string): StaticFiles {
  const rules = readFileSync(join(folder, '_headers'), 'utf8')
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
      const file = staticFileNames(path).length > 0 ? await find(path) : null
      if (file === null) return false
      const isCompressed = /\bbr\b/.test(incoming.headers['accept-encoding'] ?? '')
      const body = isCompressed ? file.compressed : file.bytes
      const headers = {
        // Browsers ignore the HSTS header over plain HTTP, so a client that claims another scheme only misleads itself.
        ...staticFileHeaders(rules, path, incoming.headers['x-forwarded-proto'] === 'https'),
        'Content-Type': file.type,
        ETag: file.etag,
        Vary: 'Accept-Encoding',
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

async function load(folder: string, path: string): Promise<StaticFile | null> {
  for (const { path: file, type } of staticFileNames(path)) {
    const bytes = await read(join(folder, file))
    if (bytes === null) continue
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
    return null // the file does not exist, or is a folder
  }
}
