import { existsSync, readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, resolve } from 'node:path'

/** A service behind its assets, as Cloudflare puts them before a worker. */
export interface Front {
  readonly url: URL
  /** From now on, what is asked for at a path answers with this status alone; `null`: as it should. */
  refuse(path: RegExp | null, status?: number): void
  dispose(): void
}

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.svg': 'image/svg+xml',
}

export async function putBehindAssets(service: () => URL): Promise<Front> {
  let refused: { readonly path: RegExp; readonly status: number } | null = null
  const server = createServer((question, answer) => {
    const { url = '/', method, headers } = question
    const file = join(resolve('dist'), url)
    if (refused?.path.test(url)) answer.writeHead(refused.status, { 'content-type': 'text/plain' }).end()
    else if (url.startsWith('/assets/') && existsSync(file)) {
      answer.writeHead(200, { 'content-type': TYPES[extname(url)] ?? '' }).end(readFileSync(file))
    } else {
      const onward = request(new URL(url, service()), { method, headers }, (given) => {
        answer.writeHead(given.statusCode ?? 502, given.headers)
        given.pipe(answer)
      })
      onward.on('error', () => answer.writeHead(502).end())
      question.pipe(onward)
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: new URL(`http://127.0.0.1:${port}`),
    refuse: (path, status = 500) => {
      refused = path && { path, status }
    },
    dispose: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
