/** Setup file of vitest: measures the costs of each test file for `CostsReporter`. */
import { atFileEnd } from '../at-file-end.ts'
import type { Costs } from './costs.ts'
import { KINDS, type Kind, readUsage, type Usage } from './processes.ts'

declare module 'vitest' {
  interface TaskMeta {
    costs?: Costs
  }
}

/** Interval between two readings, in milliseconds. What a process uses after its last reading counts as `other`. */
const LOOK_EVERY = 500

const began = performance.now()
const before = readUsage(process.pid)
/** Latest reading of each process, including those that have ended. */
const seen = new Map(before)

const look = () => {
  const now = readUsage(process.pid)
  for (const [pid, usage] of now) seen.set(pid, usage)
  return now
}
const timer = setInterval(look, LOOK_EVERY).unref()

atFileEnd((meta) => {
  clearInterval(timer)
  const now = look()
  const cpu = Object.fromEntries(KINDS.map((kind) => [kind, 0])) as Record<Kind, number>
  const starts = { ...cpu }
  let disk = 0
  for (const [pid, { kind, cpu: seconds, written }] of seen) {
    const earlier = before.get(pid)
    cpu[kind] += seconds - (earlier?.cpu ?? 0)
    disk += written - (earlier?.written ?? 0)
    if (!earlier) starts[kind] += 1
  }
  const known = KINDS.reduce((sum, kind) => sum + cpu[kind], 0)
  cpu.other += Math.max(0, total(now) - total(before) - known)
  meta.costs = { wall: (performance.now() - began) / 1000, cpu, starts, disk: disk / 1e6 }
})

/** Returns the total processor time of processes and of their children that have ended, in seconds. */
function total(processes: ReadonlyMap<number, Usage>): number {
  return [...processes.values()].reduce((sum, { cpu, ended }) => sum + cpu + ended, 0)
}
