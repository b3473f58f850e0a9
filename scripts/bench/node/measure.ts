import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { signIn } from '../api/subject.ts'
import { type Burst, fire } from '../load.ts'
import { median } from '../print.ts'
import { type Memory, memoryOf, processorTimeOf } from '../process-tree.ts'
import { type Case, casesOf, floorCase, MEMORY_HIT } from './cases.ts'
import { setPlugins } from './dataset.ts'
import { type Running, run } from './running.ts'

export interface Effort {
  /** Module of the built server. */
  readonly main: string
  readonly folder: string
  readonly rows: number
  readonly rounds: number
  /** Duration of one round. */
  readonly milliseconds: number
}

/** Speed of a case with a number of processes. */
export interface Speed {
  readonly case: Case
  readonly processes: number
  readonly requestsPerSecond: number
  /** CPU time of all processes for one request, in microseconds. */
  readonly cpuMicros: number
  /** CPU time divided by that of the floor in the same rounds. */
  readonly byFloor: number
  /** Latency in milliseconds. */
  readonly p50: number
  readonly p99: number
}

export interface Measured {
  readonly speeds: readonly Speed[]
  /** Times from the start of the process to its first response, in milliseconds. */
  readonly coldStarts: Beside<readonly number[]>
  /** Memory after all requests, by number of processes. */
  readonly memory: ReadonlyMap<number, Beside<Memory>>
}

/** Figure of the server, and the figure of the floor measured in turns with it. */
export interface Beside<Figure> {
  readonly server: Figure
  readonly floor: Figure
}

const STARTS = 7

/** Maximum time for which a process remembers which plugins are active, in milliseconds, plus a margin. */
const SWITCHED = 1500

export async function measure(effort: Effort): Promise<Measured> {
  const coldStarts = { server: [] as number[], floor: [] as number[] }
  for (let start = 0; start <= STARTS; start += 1) {
    for (const name of ['server', 'floor'] as const) {
      const started = await STARTERS[name](effort, 1)
      await started.stop()
      // The first start reads files that the system has not yet cached.
      if (start > 0) coldStarts[name].push(started.startedIn)
    }
  }
  const speeds: Speed[] = []
  const memory = new Map<number, Beside<Memory>>()
  for (const processes of [1, 2]) {
    const server = await serve(effort, processes)
    const floor = await serveFloor(effort, processes)
    try {
      const ids = sampleIds(effort.folder)
      const yardstick = { known: floorCase(ids), at: floor }
      const cases = casesOf(await signIn(server), ids).map((known) => ({ known, at: server }))
      speeds.push(...(await inTurns(effort, processes, yardstick, cases)))
      setPlugins(effort.folder, { cache: true, demos: [] })
      await sleep(SWITCHED)
      const [, ...hits] = await inTurns(effort, processes, yardstick, [{ known: MEMORY_HIT, at: server }])
      speeds.push(...hits)
      setPlugins(effort.folder, { cache: false, demos: [] })
      memory.set(processes, { server: memoryOf(server.pids), floor: memoryOf(floor.pids) })
    } finally {
      await Promise.all([server.stop(), floor.stop()])
    }
  }
  return { speeds, coldStarts, memory }
}

function serve({ main, folder }: Effort, processes: number): Promise<Running> {
  return run({ main, path: '/api/posts?limit=1', processes, dataFolder: folder })
}

function serveFloor({ folder }: Effort, processes: number): Promise<Running> {
  return run({ main: join(import.meta.dirname, 'floor.js'), path: '/', processes, dataFolder: folder })
}

const STARTERS = { server: serve, floor: serveFloor }

/** Case, and the server that it is sent to. */
interface Asked {
  readonly known: Case
  readonly at: Running
}

/**
 * Measures the yardstick and all cases in each round, so that changes in the machine's load affect all of them. With
 * several processes, only cases that read are measured. The first round is a warm-up.
 */
async function inTurns(
  { rounds, milliseconds }: Effort,
  processes: number,
  yardstick: Asked,
  asked: readonly Asked[],
): Promise<Speed[]> {
  const targets = [yardstick, ...asked]
    .filter(({ known: { isRead } }) => isRead || processes === 1)
    .map((target) => ({ ...target, bursts: [] as (Burst & { readonly cpu: number })[] }))
  for (let round = 0; round <= rounds; round += 1) {
    for (const { known, at, bursts } of targets) {
      const before = processorTimeOf(at.pids)
      const burst = await fire(at.url, at.pids[0] ?? 0, known.shot, { milliseconds }, known.expected)
      if (round > 0) bursts.push({ ...burst, cpu: ((processorTimeOf(at.pids) - before) * 1e6) / burst.count })
    }
  }
  const cpuOf = (bursts: readonly { readonly cpu: number }[]) => median(bursts.map(({ cpu }) => cpu))
  const floor = cpuOf(targets[0]?.bursts ?? [])
  return targets.map(({ known, bursts }) => ({
    case: known,
    processes,
    requestsPerSecond: median(bursts.map((burst) => burst.requestsPerSecond)),
    cpuMicros: cpuOf(bursts),
    byFloor: cpuOf(bursts) / floor,
    p50: median(bursts.map((burst) => burst.median)),
    p99: median(bursts.map((burst) => burst.p99)),
  }))
}

function sampleIds(folder: string): string[] {
  const db = new DatabaseSync(join(folder, 'lintel.db'), { readOnly: true })
  const rows = db.prepare(`SELECT "id" FROM "posts" WHERE "status" = 'published' AND rowid % 200 = 0 LIMIT 500`).all()
  db.close()
  return rows.map(({ id }) => String(id))
}
