import { readdirSync, readFileSync } from 'node:fs'
import { cpuSeconds } from '../load.ts'

/** Memory of a process and of all below it, in MB (2²⁰ bytes). */
export interface Memory {
  /** Pages that several share are counted with each. */
  readonly resident: number
  /** Pages that several share are counted once, in parts. */
  readonly proportional: number
}

/** A process and all below it, its threads not among them. */
export function treeOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry) && parentOf(entry) === pid)
    .map(Number)
  return [pid, ...children.flatMap(treeOf)]
}

/** CPU time that they have used so far, in seconds. */
export function cpuOf(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + (cpuSeconds(pid) ?? 0), 0)
}

export function memoryOf(pids: readonly number[]): Memory {
  const texts = pids.map((pid) => readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))
  const sum = (name: string) =>
    texts.reduce((total, text) => total + Number(new RegExp(`^${name}: +(\\d+) kB`, 'm').exec(text)?.[1]), 0) / 1024
  return { resident: sum('Rss'), proportional: sum('Pss') }
}

function parentOf(pid: string): number | null {
  try {
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ')[1])
  } catch {
    return null // it has ended
  }
}
