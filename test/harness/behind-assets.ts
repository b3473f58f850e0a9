import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sendStaticFile } from '../../src/cli/dev/static-files.ts'

/** Server in front of a service that serves its static files, as Cloudflare does for a worker. */
export interface Front {
  readonly url: URL
  /** From now on, responds with `status` (default: 500) to paths that match; `null` ends this. */
  refuse(path: RegExp | null, status?: number): void
  dispose(): void
}

export async function putBehindAssets(service: () => URL): Promise<Front> {
  let refused: { readonly path: RegExp; readonly status: number } | null = null
  const server = createServer((question, answer) => {
    const { url = '/', method, headers } = question
    if (refused?.path.test(url)) answer.writeHead(refused.status, { 'content-type': 'text/plain' }).end()
    else if (!sendStaticFile(question, answer)) {
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
