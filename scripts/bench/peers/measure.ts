import { fire } from '../load.ts'
import { median } from '../print.ts'
import { memoryOf, processorTimeOf, treeOf } from '../process-tree.ts'
import { CASES, type Case, UNDECLARED } from './cases.ts'
import { expectedOf } from './posts.ts'
import type { Running } from './server.ts'
import { type Filled, fillSubject, type Subject, sampleOf, startSubject } from './subject.ts'

/** A figure, or the reason why there is none. */
export type Figure = { readonly value: number } | { readonly reason: string }

/** Figures of a number of posts, by name of the system. */
export interface Measured {
  readonly posts: number
  /** By name of the case first. */
  readonly requests: ReadonlyMap<string, RequestFigures>
  /** Seconds from the start of the process to its first answer. */
  readonly starts: ReadonlyMap<string, Figure>
  /** Megabytes of the processes after the run. */
  readonly memory: ReadonlyMap<string, Figure>
}

export interface RequestFigures {
  /** Requests a second. */
  readonly rates: ReadonlyMap<string, Figure>
  /** Milliseconds of a processor for one. */
  readonly costs: ReadonlyMap<string, Figure>
}

export interface Effort {
  readonly rounds: number
  /** Of one case in one round. */
  readonly milliseconds: number
}

/** Measures all subjects on so many posts, in turns: round by round, case by case, subject by subject. */
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

/** Starts each subject once a round, one after another. Those of the last round are handed over. */
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

/** A question to a subject, with what was measured in the rounds so far. */
interface Cell {
  readonly one: Case
  readonly filled: Filled
  /** Requests a second. */
  readonly rates: number[]
  /** Milliseconds of a processor for a request. */
  readonly costs: number[]
  /** Reason why it is no longer asked. */
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
  // All answers are compared before posts are made that change them.
  for (const cell of cells) await attempt(cell, say, () => cell.one.check(cell.filled, expected))
  let asked = 0
  // The first round warms all.
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

/** Processor time of a process and of all that it has started, in seconds; `null` where the system does not tell. */
function timeOf(pid: number): number | null {
  const pids = treeOf(pid)
  return pids && processorTimeOf(pids)
}
