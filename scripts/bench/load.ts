import { readFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'

/** One request as a person could send it. */
export interface Shot {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

export interface Burst {
  readonly requestsPerSecond: number
  /** CPU time of the server's process for one request, in microseconds; `null` where the system does not tell. */
  readonly cpuMicros: number | null
  /** Milliseconds. */
  readonly median: number
  readonly p99: number
  readonly count: number
}

/** End of a burst: after so many requests, or after so many milliseconds. */
export type Extent = { readonly requests: number } | { readonly milliseconds: number }

const CONNECTIONS = 16

/** Fires over 16 kept connections and waits for every answer. Throws on a status that is not `expected`. */
export async function fire(
  address: URL,
  pid: number,
  shot: (index: number) => Shot,
  extent: Extent,
  expected: number,
): Promise<Burst> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const latencies: number[] = []
  let next = 0
  const cpuBefore = cpuSeconds(pid)
  const began = performance.now()
  const isOver = () =>
    'requests' in extent ? next >= extent.requests : next > 0 && performance.now() - began >= extent.milliseconds
  const worker = async () => {
    while (!isOver()) {
      const began = performance.now()
      const current = shot(next++)
      const status = await send(address, agent, current)
      if (status !== expected) throw new Error(`${current.method} ${current.path} answered ${status}, not ${expected}`)
      latencies.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  const elapsed = (performance.now() - began) / 1000
  const cpuAfter = cpuSeconds(pid)
  agent.destroy()
  latencies.sort((a, b) => a - b)
  const count = latencies.length
  return {
    requestsPerSecond: count / elapsed,
    cpuMicros: cpuBefore === null || cpuAfter === null ? null : ((cpuAfter - cpuBefore) * 1e6) / count,
    median: latencies[Math.floor(count / 2)] ?? 0,
    p99: latencies[Math.floor(count * 0.99)] ?? 0,
    count,
  }
}

function send(address: URL, agent: Agent, shot: Shot): Promise<number> {
  return new Promise((resolve, reject) => {
    const { method, path, headers, body } = shot
    const outgoing = request(
      { host: address.hostname, port: address.port, agent, method, path, headers: { ...headers } },
      (incoming: IncomingMessage) => {
        incoming.on('error', reject)
        incoming.on('end', () => resolve(incoming.statusCode ?? 0))
        incoming.resume()
      },
    )
    outgoing.on('error', reject)
    outgoing.end(body)
  })
}

/** Clock ticks a second on every Linux that Node runs on (`getconf CLK_TCK`). */
const TICKS = 100

/** User and system time of a process and its threads, from `/proc`; `null` on systems without it. */
export function cpuSeconds(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / TICKS
  } catch {
    return null
  }
}
