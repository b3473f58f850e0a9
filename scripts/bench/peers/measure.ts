import { fire } from '../load.ts'
import { median } from '../print.ts'
import { memoryOf, processorTimeOf, treeOf } from '../process-tree.ts'
import { CASES, type Case, UNDECLARED } from './cases.ts'
import { expectedOf } from './posts.ts'
import type { Running } from './server.ts'
import { type Filled, fillSubject, type Subject, sampleOf, startSubject } from './subject.ts'

/** Figure, or the reason why there is none. */
export type Figure = { readonly value: number } | { readonly reason: string }

/** Figures for a number of posts, by the name of the system. */
export interface Measured {
  readonly posts: number
  /** Figures by the name of the case, and then of the system. */
  readonly requests: ReadonlyMap<string, RequestFigures>
  /** Seconds from the start of the process to its first response. */
  readonly starts: ReadonlyMap<string, Figure>
  /** Memory of the processes after the run, in megabytes. */
  readonly memory: ReadonlyMap<string, Figure>
}

export interface RequestFigures {
  /** Requests per second. */
  readonly rates: ReadonlyMap<string, Figure>
  /** Milliseconds of processor time per request. */
  readonly costs: ReadonlyMap<string, Figure>
}

export interface Effort {
  readonly rounds: number
  /** Duration of one case in one round. */
  readonly milliseconds: number
}

/** Measures all subjects with a number of posts, in turns: round by round, case by case, subject by subject. */
export async function measure(
  subjects: readonly Subject[],
  posts: { readonly total: number; readonly path: string },
  effort: Effort,
  say: (text: string) => void,
): Promise<Measured> {
  const starts = new Map<string, Figure>()
  const memory = new Map<string, Figure>()
  const running: Filled[] = []
  try {
    for (const subject of subjects) {
      say(`${subject.peer.name}: ${posts.total.toLocaleString('en')} posts`)
      fillSubject(subject, posts.path)
    }
    const times = await startInTurns(subjects, effort.rounds, (subject, started) => {
      running.push({ subject, running: started, ids: sampleOf(subject, posts.total) })
    })
    for (const [name, time] of times) starts.set(name, time)
    const requests = await measureRequests(running, CASES, posts.total, effort, say)
    for (const { subject, running: process } of running) {
      const pids = treeOf(process.pid)
      memory.set(
        subject.peer.name,
        pids === null ? { reason: 'this system does not tell' } : { value: memoryOf(pids).proportional },
      )
    }
    say('without declared indexes')
    const undeclared = await measureRequests(running, [UNDECLARED], posts.total, effort, say)
    return { posts: posts.total, requests: new Map([...requests, ...undeclared]), starts, memory }
  } finally {
    for (const { running: process } of running) await process.stop()
  }
}

/**
 * Starts each subject once per round, one after another, and measures the starts. Passes the processes of the last
 * round to `keep`, and stops all others.
 */
async function startInTurns(
  subjects: readonly Subject[],
  rounds: number,
  keep: (subject: Subject, running: Running) => void,
): Promise<Map<string, Figure>> {
  const times = new Map<string, number[]>()
  const failures = new Map<string, string>()
  for (let round = 1; round <= rounds; round += 1) {
    for (const subject of subjects) {
      const { name } = subject.peer
      if (failures.has(name)) continue
      try {
        const running = await startSubject(subject)
        times.set(name, [...(times.get(name) ?? []), running.startMs])
        if (round === rounds) keep(subject, running)
        else await running.stop()
      } catch (error) {
        failures.set(name, messageOf(error))
      }
    }
  }
  return new Map(
    subjects.map(({ peer: { name } }) => {
      const reason = failures.get(name)
      return [name, reason === undefined ? { value: median(times.get(name) ?? []) / 1000 } : { reason }]
    }),
  )
}

const UNTOLD: Figure = { reason: 'this system does not tell what a process takes' }

/** Case for a subject, with the figures of the rounds so far. */
interface Cell {
  readonly one: Case
  readonly filled: Filled
  /** Requests per second. */
  readonly rates: number[]
  /** Milliseconds of processor time per request. */
  readonly costs: number[]
  /** Reason why the case is no longer measured; `null` if it is. */
  failure: string | null
}

async function measureRequests(
  subjects: readonly Filled[],
  cases: readonly Case[],
  total: number,
  { rounds, milliseconds }: Effort,
  say: (text: string) => void,
): Promise<Map<string, RequestFigures>> {
  const expected = expectedOf(total)
  const cells = cases.flatMap((one) =>
    subjects.map((filled): Cell => ({ one, filled, rates: [], costs: [], failure: null })),
  )
  // All responses are compared before posts are created that change them.
  for (const cell of cells) await attempt(cell, say, () => cell.one.check(cell.filled, expected))
  let asked = 0
  // The first round is a warm-up.
  for (let round = 0; round <= rounds; round += 1) {
    say(round === 0 ? 'warming' : `round ${round} of ${rounds}`)
    for (const cell of cells) {
      await attempt(cell, say, async () => {
        const { one, filled, rates, costs } = cell
        const { url, pid } = filled.running
        const shot = () => one.shot(filled, expected, asked++)
        const before = timeOf(pid)
        const burst = await fire(url, pid, shot, { milliseconds }, one.status(filled.subject))
        const after = timeOf(pid)
        if (round === 0) return
        rates.push(burst.requestsPerSecond)
        if (before !== null && after !== null) costs.push(((after - before) * 1000) / burst.count)
      })
    }
  }
  return new Map(
    cases.map(({ name }) => {
      const asked = cells.filter(({ one }) => one.name === name)
      const [rates, costs] = [figuresOf(asked, ({ rates }) => rates), figuresOf(asked, ({ costs }) => costs)]
      return [name, { rates, costs }]
    }),
  )
}

async function attempt(cell: Cell, say: (text: string) => void, work: () => Promise<void>): Promise<void> {
  if (cell.failure !== null) return
  try {
    await work()
  } catch (error) {
    cell.failure = messageOf(error)
    say(`${cell.filled.subject.peer.name}, ${cell.one.title}: ${cell.failure}`)
  }
}

function figuresOf(cells: readonly Cell[], choose: (cell: Cell) => readonly number[]): Map<string, Figure> {
  return new Map(
    cells.map((cell) => {
      const sample = choose(cell)
      const measured: Figure = sample.length > 0 ? { value: median(sample) } : UNTOLD
      return [cell.filled.subject.peer.name, cell.failure === null ? measured : { reason: cell.failure }]
    }),
  )
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/**
 * Returns the processor time of a process and its descendants, in seconds; `null` if the system does not provide it.
 */
function timeOf(pid: number): number | null {
  const pids = treeOf(pid)
  return pids && processorTimeOf(pids)
}
