import { readdirSync, readFileSync } from 'node:fs'

/** Resident memory of a process and of all that it has started, in bytes; `null` on systems without `/proc`. */
export function memoryOf(pid: number): number | null {
  try {
    const parents = new Map(
      readdirSync('/proc')
        .filter((entry) => /^\d+$/.test(entry))
        .map((entry) => [Number(entry), parentOf(entry)]),
    )
    const isWithin = (one: number | undefined): boolean =>
      one !== undefined && (one === pid || isWithin(parents.get(one)))
    return [...parents.keys()].filter(isWithin).reduce((sum, one) => sum + residentOf(one), 0)
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
