import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

/** An HTTP server on this machine that takes what is sent to it. */
export interface Receiver {
  readonly port: number
  readonly received: readonly Received[]
  /** Waits until something that `matches` has come. */
  next(matches: (item: Received) => boolean): Promise<Received>
  /** Its response from now on. */
  answer(status: number, headers?: Readonly<Record<string, string>>): void
  close(): void
}

export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = []
  let outcome: { status: number; headers: Readonly<Record<string, string>> } = { status: 200, headers: {} }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString('utf8') })
    response.writeHead(outcome.status, outcome.headers).end('{}')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    port: (server.address() as AddressInfo).port,
    received,
    async next(matches) {
      for (let attempt = 0; attempt < 200; attempt += 1) {
        const found = received.find(matches)
        if (found) return found
        await sleep(25)
      }
      throw new Error(`nothing of the kind came; of all there came ${received.length}`)
    },
    answer: (status, headers = {}) => {
      outcome = { status, headers }
    },
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
