import { readFileSync, statSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

/** A host of static files that knows nothing but their names, and refuses scripts and styles within pages. */
export interface StaticHost {
  readonly url: URL
  dispose(): void
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
}

/** Serves a folder below a path: `/some/where/`. Where there is no file, it answers with the folder's 404.html. */
export async function serveFolder(folder: string, prefix: string): Promise<StaticHost> {
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    const file = path.startsWith(prefix) ? join(folder, path.slice(prefix.length)) : ''
    const isThere = statSync(file, { throwIfNoEntry: false })?.isFile() ?? false
    response.writeHead(isThere ? 200 : 404, {
      'content-type': isThere ? (TYPES[extname(file)] ?? 'text/plain; charset=utf-8') : 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; img-src 'self'",
    })
    response.end(readFileSync(isThere ? file : join(folder, '404.html')))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: new URL(prefix, `http://127.0.0.1:${port}`),
    dispose: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
