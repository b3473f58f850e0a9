import { type Burst, fire, type Shot } from '../load.ts'
import { median } from '../print.ts'
import type { Case } from './cases.ts'
import type { Subject } from './subject.ts'

/**
 * State in which a request is measured. `cold`: the first request to a new process. `warm`: from the database, without
 * a cache. `memory`: from the cache's memory tier. `304`: the client already has the response.
 */
export type State = 'cold' | 'warm' | 'memory' | '304'

/** Database with a number of posts, and its cases. */
export interface Size {
  readonly rows: number
  readonly subject: Subject
  readonly cases: readonly Case[]
}

/** Cost of a case; `null` for figures that were not measured. */
export interface Cost {
  /** Median in milliseconds. */
  readonly p50: number
  readonly p99: number
  readonly requestsPerSecond: number | null
  readonly cpuMicros: number | null
  readonly rowsRead: number | null
}

export interface Result {
  readonly case: Case
  readonly state: State
  readonly rows: number
  readonly lintel: Cost
  readonly yardstick: Cost | null
}

/** Number and duration of the rounds of each case. */
export interface Effort {
  readonly rounds: number
  /** Duration of one round. */
  readonly milliseconds: number
}

/**
 * Requests of one case in one state. Memory hits and 304s are compared with the `hello` route of the hand-written
 * worker.
 */
interface Target {
  readonly size: Size
  readonly lintel: (index: number) => Shot
  readonly yardstick: (index: number) => Shot
  /** Status of Lintel's responses. The hand-written worker responds with the same status, or with 200 to `hello`. */
  readonly expected: number
}

/**
 * Measures the case at an index on every size in one state. Sizes and workers take turns, so that changes in the
 * machine's load affect all of them.
 * @param at index of the case
 */
export async function measure(sizes: readonly Size[], at: number, state: State, effort: Effort): Promise<Result[]> {
  const targets: Target[] = []
  for (const size of sizes) {
    const target = await targetOf(size, at, state)
    if (target) targets.push(target)
  }
  const bursts = targets.map((): { lintel: Burst[]; yardstick: Burst[] } => ({ lintel: [], yardstick: [] }))
  for (let round = 0; round <= effort.rounds; round += 1) {
    for (const [index, { size, lintel, yardstick, expected }] of targets.entries()) {
      const { subject } = size
      const extent = { milliseconds: effort.milliseconds }
      const ours = await fire(subject.url, subject.pid, lintel, extent, expected)
      const theirs = await fire(subject.controlUrl, subject.pid, yardstick, extent, expected === 304 ? 200 : expected)
      // The first round is a warm-up for both.
      if (round === 0) continue
      bursts[index]?.lintel.push(ours)
      bursts[index]?.yardstick.push(theirs)
    }
  }
  const results: Result[] = []
  for (const [index, { size, lintel, yardstick }] of targets.entries()) {
    const [known, measured] = [size.cases[at], bursts[index]]
    if (!known || !measured) continue
    results.push({
      case: known,
      state,
      rows: size.rows,
      lintel: costOf(measured.lintel, await readsOf(size, size.subject.url, lintel)),
      yardstick: costOf(measured.yardstick, await readsOf(size, size.subject.controlUrl, yardstick)),
    })
  }
  return results
}

/**
 * Returns the requests of a case in a state; `null` if the state does not apply: a write, or a response that the cache
 * does not serve.
 */
async function targetOf(size: Size, at: number, state: State): Promise<Target | null> {
  const known = size.cases[at]
  if (!known || (state !== 'warm' && !known.isRead)) return null
  if (state === 'warm') return { size, lintel: known.lintel, yardstick: known.yardstick, expected: known.expected }
  const shot = known.lintel(0)
  const first = await ask(size, shot)
  if (state === '304') {
    const headers = { 'If-None-Match': first.headers.get('etag') ?? '' }
    return { size, lintel: () => ({ ...shot, headers }), yardstick: hello, expected: 304 }
  }
  const again = await ask(size, shot)
  const isHit = again.headers.get('x-cache-status') === 'HIT' && again.headers.get('x-cache-source') === 'memory'
  return isHit ? { size, lintel: () => shot, yardstick: hello, expected: known.expected } : null
}

function hello(): Shot {
  return { method: 'GET', path: '/hello' }
}

/**
 * Returns the number of rows that a request reads: the lesser of two counts, because some requests also look up which
 * plugins are active.
 */
async function readsOf({ subject }: Size, address: URL, shot: (index: number) => Shot): Promise<number> {
  const first = await subject.rowsRead(() => send(address, shot(1)))
  const second = await subject.rowsRead(() => send(address, shot(2)))
  return Math.min(first, second)
}

function ask({ subject }: Size, shot: Shot): Promise<Response> {
  return send(subject.url, shot)
}

async function send(address: URL, { path, ...init }: Shot): Promise<Response> {
  const answer = await fetch(new URL(path, address), init)
  await answer.arrayBuffer()
  return answer
}

function costOf(bursts: readonly Burst[], rowsRead: number): Cost {
  return {
    p50: median(bursts.map((burst) => burst.median)),
    p99: median(bursts.map((burst) => burst.p99)),
    requestsPerSecond: median(bursts.map((burst) => burst.requestsPerSecond)),
    cpuMicros: median(bursts.map(({ cpuMicros }) => cpuMicros ?? Number.NaN)),
    rowsRead,
  }
}
