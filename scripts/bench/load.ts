import { readFileSync } from 'node:fs'
import { type Dispatcher, Pool } from 'undici'

/** Request to send. */
export interface Shot {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array<ArrayBuffer>
}

export interface Burst {
  readonly requestsPerSecond: number
  /** CPU time of the server's process for one request, in microseconds; `null` if the system does not provide it. */
  readonly cpuMicros: number | null
  /** Latency in milliseconds. */
  readonly median: number
  readonly p99: number
  readonly count: number
}

/** End of a burst: after a number of requests, or of milliseconds. */
export type Extent = { readonly requests: number } | { readonly milliseconds: number }

const CONNECTIONS = 16

/**
 * Sends requests over 16 persistent connections, each of which waits for a response before its next request.
 * @throws Error for a response whose status is not `expected`
 */
export async function fire(
  address: URL,
  pid: number,
  shot: (index: number) => Shot,
  extent: Extent,
  expected: number,
): Promise<Burst> {
  const pool = new Pool(address.origin, { connections: CONNECTIONS, pipelining: 1 })
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
      const status = await send(pool, current)
      if (status !== expected)
        throw new Error(`${current.method} ${current.path} responded with ${status}, not ${expected}`)
      latencies.push(performance.now() - began)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  const elapsed = (performance.now() - began) / 1000
  const cpuAfter = cpuSeconds(pid)
  await pool.close()
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

/**
 * Sends a request, discards the body, and returns the status. It uses as little CPU time as possible, since it takes
 * that time from the server.
 */
function send(pool: Pool, { method, path, headers, body }: Shot): Promise<number> {
  return new Promise((resolve, reject) => {
    let status = 0
    pool.dispatch(
      { method: method as Dispatcher.HttpMethod, path, headers: { ...headers }, body: body ?? null },
      {
        onRequestStart() {},
        onResponseStart(_, answered) {
          status = answered
        },
        onResponseData() {},
        onResponseEnd: () => resolve(status),
        onResponseError: (_, error) => reject(error),
      },
    )
  })
}

/** Clock ticks per second on every Linux that Node supports (`getconf CLK_TCK`). */
const TICKS = 100

/**
 * Returns the user and system time of a process and its threads, in seconds, from `/proc`; `null` on systems without
 * it.
 */
export function cpuSeconds(pid: number): number | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / TICKS
  } catch {
    return null
  }
}
