import { fire } from '../load.ts'
import { median } from '../print.ts'
import { CASES, type Case } from './cases.ts'
import { expectedOf } from './posts.ts'
import { memoryOf, type Running } from './processes.ts'
import { type Filled, fillSubject, type Subject, sampleOf, startSubject } from './subject.ts'

/** A figure, or the reason why there is none. */
export type Figure = { readonly value: number } | { readonly reason: string }

/** Figures of a number of posts: by row of the table, then by name of the system. */
export interface Measured {
  readonly posts: number
  /** Requests a second, by name of the case. */
  readonly requests: ReadonlyMap<string, ReadonlyMap<string, Figure>>
  /** Seconds from the start of the process to its first answer. */
  readonly starts: ReadonlyMap<string, Figure>
  /** Megabytes of the processes after the run. */
  readonly memory: ReadonlyMap<string, Figure>
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
    const requests = await measureRequests(running, posts.total, effort, say)
    for (const { subject, running: process } of running) {
      const bytes = memoryOf(process.pid)
      memory.set(subject.peer.name, bytes === null ? { reason: 'this system does not tell' } : { value: bytes / 1e6 })
    }
    return { posts: posts.total, requests, starts, memory }
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

async function measureRequests(
  subjects: readonly Filled[],
  total: number,
  { rounds, milliseconds }: Effort,
  say: (text: string) => void,
): Promise<Map<string, Map<string, Figure>>> {
  const expected = expectedOf(total)
  const rates = new Map(CASES.map(({ name }) => [name, new Map<string, number[]>()]))
  const failures = new Map(CASES.map(({ name }) => [name, new Map<string, string>()]))
  const attempt = async (one: Case, { subject }: Filled, work: () => Promise<void>) => {
    const failed = failures.get(one.name)
    if (failed?.has(subject.peer.name)) return
    await work().catch((error) => {
      failed?.set(subject.peer.name, messageOf(error))
      say(`${subject.peer.name}, ${one.title}: ${messageOf(error)}`)
    })
  }
  // All answers are compared before the first post is made.
  for (const one of CASES) {
    for (const filled of subjects) await attempt(one, filled, () => one.check(filled, expected))
  }
  let made = 0
  // The first round warms all.
  for (let round = 0; round <= rounds; round += 1) {
    say(round === 0 ? 'warming' : `round ${round} of ${rounds}`)
    for (const one of CASES) {
      for (const filled of subjects) {
        const { subject, running } = filled
        await attempt(one, filled, async () => {
          const shot = () => one.shot(filled, expected, made++)
          const burst = await fire(running.url, running.pid, shot, { milliseconds }, one.expected(subject))
          if (round === 0) return
          const measured = rates.get(one.name)
          measured?.set(subject.peer.name, [...(measured.get(subject.peer.name) ?? []), burst.requestsPerSecond])
        })
      }
    }
  }
  return new Map(
    CASES.map(({ name }) => {
      const figures = new Map<string, Figure>()
      for (const { subject } of subjects) {
        const system = subject.peer.name
        const reason = failures.get(name)?.get(system)
        figures.set(system, reason === undefined ? { value: median(rates.get(name)?.get(system) ?? []) } : { reason })
      }
      return [name, figures]
    }),
  )
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
