import { readdirSync, readFileSync } from 'node:fs'
import { cpuSeconds } from '../load.ts'

/** Resident memory of a process and of all that it has started, in bytes; `null` on systems without `/proc`. */
export function memoryOf(pid: number): number | null {
  return treeOf(pid)?.reduce((sum, one) => sum + residentOf(one), 0) ?? null
}

/** Processor time of a process and of all that it has started and that still runs, in seconds; `null` as above. */
export function processorTimeOf(pid: number): number | null {
  return treeOf(pid)?.reduce((sum, one) => sum + (cpuSeconds(one) ?? 0), 0) ?? null
}

function treeOf(pid: number): readonly number[] | null {
  try {
    const all = readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))
    const parents = new Map(all.map((entry) => [Number(entry), parentOf(entry)]))
    const isWithin = (one: number | undefined): boolean =>
      one !== undefined && (one === pid || isWithin(parents.get(one)))
    return [...parents.keys()].filter(isWithin)
  } catch {
    return null
  }
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]) || undefined
  } catch {
    return undefined // it has just ended
  }
}

function residentOf(pid: number): number {
  try {
    const line = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
    return Number(line?.[1] ?? 0) * 1024
  } catch {
    return 0 // as above
  }
}
