import { readdirSync, readFileSync } from 'node:fs'

/** Kinds of processes that a test file uses. `own` is the process that runs it. */
export const KINDS = ['own', 'workerd', 'browser', 'node', 'esbuild', 'other'] as const

export type Kind = (typeof KINDS)[number]

/** Resources that a process has used so far. */
export interface Usage {
  readonly kind: Kind
  /** Processor time of the process itself, in seconds. */
  readonly cpu: number
  /** Processor time of its children that have ended, in seconds. */
  readonly ended: number
  /** Bytes that it has written to the disk. */
  readonly written: number
}

/** Clock ticks per second in `/proc` on Linux. */
const TICKS = 100

/** Reads a process and its descendants, by process id. Without `/proc`, reads only this process. */
export function readUsage(root: number): ReadonlyMap<number, Usage> {
  const parents = new Map<number, number>()
  const found = new Map<number, Usage>()
  for (const name of processNames()) {
    const process = readProcess(Number(name), root)
    if (process === null) continue
    parents.set(Number(name), process.parent)
    found.set(Number(name), process.usage)
  }
  const isBelow = (pid: number | undefined): boolean => pid !== undefined && (pid === root || isBelow(parents.get(pid)))
  const below = new Map([...found].filter(([pid]) => isBelow(pid)))
  return below.size > 0 ? below : new Map([[root, ownUsage()]])
}

function processNames(): readonly string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  } catch {
    return []
  }
}

function readProcess(pid: number, root: number): { readonly parent: number; readonly usage: Usage } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name in parentheses may contain anything. The state and numbers follow; field 4 in proc(5) is the parent.
    const numbers = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, endedUser = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
      (at) => numbers[at],
    )
    const kind = pid === root ? 'own' : kindOf(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))
    const [, written = '0'] = /^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8')) ?? []
    const usage = {
      kind,
      cpu: (user + system) / TICKS,
      ended: (endedUser + endedSystem) / TICKS,
      written: Number(written),
    }
    return { parent, usage }
  } catch {
    // It has ended in the meantime, or belongs to another user.
    return null
  }
}

const PROGRAMS: readonly (readonly [RegExp, Kind])[] = [
  [/workerd/, 'workerd'],
  [/chrom|headless/, 'browser'],
  [/esbuild/, 'esbuild'],
  [/node/, 'node'],
]

function kindOf(commandLine: string): Kind {
  const [program = ''] = commandLine.split('\0')
  return PROGRAMS.find(([pattern]) => pattern.test(program.slice(program.lastIndexOf('/') + 1)))?.[1] ?? 'other'
}

function ownUsage(): Usage {
  const { user, system } = process.cpuUsage()
  return { kind: 'own', cpu: (user + system) / 1e6, ended: 0, written: 0 }
}
