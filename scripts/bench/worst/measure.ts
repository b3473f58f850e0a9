import { createSender, type Sent } from '../../../test/fuzz/api/send.ts'
import { freshAddress } from '../../../test/plugins/core-auth/people.ts'
import { cpuSeconds } from '../load.ts'

/** Request that is as expensive as possible, with new contents in each round. */
export interface WorstCase {
  readonly name: string
  readonly make: (round: number) => Sent
  /** Time for which the service continues to work after its response, in milliseconds. Default: 60. */
  readonly afterwards?: number
  /**
   * Tells whether the request is a job for administrators, whose cost grows with the data without a limit. Default:
   * `false`.
   */
  readonly isJob?: boolean
}

export interface Cost {
  readonly name: string
  readonly status: number
  readonly bytesIn: number
  readonly bytesOut: number
  /** Milliseconds of processor time per request. */
  readonly cpu: number
  /** Milliseconds until the response is complete, per request. */
  readonly milliseconds: number
}

const ROUNDS = 3
/**
 * The clock of a process ticks every ten milliseconds, so a request that takes less than `milliseconds` is sent `times`
 * times in a round.
 */
const SHORT = { milliseconds: 100, times: 10 }

/** Measures the cost of a request: the minimum of several rounds, since any disturbance increases it. */
export async function measure(url: URL, pid: number, { name, make, afterwards = 60 }: WorstCase): Promise<Cost> {
  const sender = createSender(url)
  const rounds: Cost[] = []
  const warm = await sender.send(withAddress(make(0)))
  const times = warm.milliseconds < SHORT.milliseconds && afterwards < 1000 ? SHORT.times : 1
  for (let round = 0; round < ROUNDS; round += 1) {
    const sent = Array.from({ length: times }, (_, index) => withAddress(make(1 + round * times + index)))
    const before = cpuSeconds(pid) ?? Number.NaN
    const began = performance.now()
    const received = []
    for (const one of sent) received.push(await sender.send(one))
    const milliseconds = (performance.now() - began) / times
    await new Promise((done) => setTimeout(done, afterwards))
    const cpu = (((cpuSeconds(pid) ?? Number.NaN) - before) * 1000) / times
    const [first] = sent
    const last = received.at(-1)
    if (!first || !last) throw new Error(`${name} was not asked`)
    rounds.push({ name, status: last.status, bytesIn: sizeOf(first), bytesOut: last.bytes.length, cpu, milliseconds })
  }
  sender.close()
  const [least] = rounds.toSorted((a, b) => a.cpu - b.cpu || a.milliseconds - b.milliseconds)
  return least as Cost // there are rounds
}

function withAddress(sent: Sent): Sent {
  return { ...sent, headers: [...sent.headers, ['CF-Connecting-IP', freshAddress()]] }
}

function sizeOf({ method, path, headers, body }: Sent): number {
  const head = headers.reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0)
  return method.length + path.length + head + (body?.length ?? 0)
}
