import { readdirSync, readFileSync } from 'node:fs'
import { cpuSeconds } from './load.ts'

/** Memory of processes, in MB (10⁶ bytes). */
export interface Memory {
  /** Resident set size: pages that processes share count for each of them. */
  readonly resident: number
  /** Proportional set size: pages that processes share count once in total. */
  readonly proportional: number
}

/** Returns the ids of a process and its descendants, without threads; `null` on systems without `/proc`. */
export function treeOf(pid: number): readonly number[] | null {
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

/** Returns the processor time that processes have used so far, in seconds. */
export function processorTimeOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (cpuSeconds(pid) ?? 0), 0)
}

export function memoryOf(pids: readonly number[]): Memory {
  const texts = pids.map(pagesOf)
  const sum = (name: string) =>
    (texts.reduce((total, text) => total + Number(new RegExp(`^${name}: +(\\d+) kB`, 'm').exec(text)?.[1] ?? 0), 0) *
      1024) /
    1e6
  return { resident: sum('Rss'), proportional: sum('Pss') }
}

function pagesOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  } catch {
    return '' // it has just ended
  }
}

function parentOf(pid: string): number | undefined {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]) || undefined
  } catch {
    return undefined // as above
  }
}
