import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as it came. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Way to answer a request. */
export type Reply = (response: ServerResponse, received: Received) => void

export interface Receiver {
  /** The address of a path. */
  url(path: string): string
  /** Requests to a path, oldest first. */
  at(path: string): readonly Received[]
  /** Sets the replies to the next requests to a path, in order; after those, and by default, 204. */
  plan(path: string, ...replies: readonly Reply[]): void
  close(): void
}

/** A real HTTP server, which notes what it is sent and answers as it is told to. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  const plans = new Map<string, Reply[]>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const one = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString() }
    received.push(one)
    const reply = plans.get(one.path)?.shift() ?? status(204)
    reply(response, one)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: (path) => `http://127.0.0.1:${port}${path}`,
    at: (path) => received.filter((one) => one.path === path),
    plan: (path, ...replies) => plans.set(path, [...replies]),
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

export function status(code: number, body = '', headers: Record<string, string> = {}): Reply {
  return (response) => response.writeHead(code, headers).end(body)
}

/** No answer, however long one waits. */
export const silence: Reply = () => undefined

/** The connection is closed without an answer. */
export const hangUp: Reply = (response) => response.destroy()
