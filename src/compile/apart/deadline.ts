import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A limit that a process has exceeded: processor time, or elapsed time. */
export type Limit = 'processor' | 'wall'

/**
 * Limits of an evaluation, in seconds. Hardly any config needs a second of processor time, but a busy machine may take
 * a minute to provide it, so the limit of elapsed time is higher.
 */
export const LIMITS: Readonly<Record<Limit, number>> = { processor: 20, wall: 120 }

/** Time between two checks of a process, in milliseconds. */
const PERIOD = 500

/**
 * Returns the limit that a process has exceeded; `null` if it has exceeded none.
 * @param used processor time in seconds; `null` if the system does not provide it
 * @param elapsed time since the start, in seconds
 */
export function passedLimit(used: number | null, elapsed: number): Limit | null {
  if (used !== null && used >= LIMITS.processor) return 'processor'
  return elapsed >= LIMITS.wall ? 'wall' : null
}

/**
 * Calls back once a process has exceeded a limit, counted from now.
 * @returns a function that ends the watch.
 */
export function watchLimits(pid: number | undefined, onPassed: (limit: Limit) => void): () => void {
  const began = performance.now()
  const before = processorTime(pid)
  const timer = setInterval(() => {
    const elapsed = (performance.now() - began) / 1000
    // A process cannot have used more processor time than has elapsed.
    const now = elapsed < LIMITS.processor ? null : processorTime(pid)
    const limit = passedLimit(before === null || now === null ? null : now - before, elapsed)
    if (limit === null) return
    clearInterval(timer)
    onPassed(limit)
  }, PERIOD)
  return () => clearInterval(timer)
}

/** Returns the processor time that a process has used so far, in seconds; `null` if the system does not provide it. */
export function processorTime(pid: number | undefined): number | null {
  if (pid === undefined) return null
  try {
    return process.platform === 'linux' ? timeInProc(pid) : timeOfPs(pid)
  } catch {
    return null
  }
}

/** Number of ticks per second in `/proc`, on every architecture (proc(5), `USER_HZ`). */
const TICKS = 100

function timeInProc(pid: number): number {
  // The second field is the program's name in brackets, which may contain blanks; user and system time are the 14th and
  // 15th.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}

/**
 * Returns the processor time of a process in seconds, from `ps`: `[[days-]hours:]minutes:seconds`, as POSIX defines it.
 * Returns `null` if `ps` prints none.
 */
function timeOfPs(pid: number): number | null {
  const text = execFileSync('ps', ['-o', 'time=', '-p', String(pid)], { encoding: 'utf8', stdio: 'pipe' }).trim()
  const [, days = '0', rest = ''] = /^(?:(\d+)-)?([\d:.]+)$/.exec(text) ?? []
  if (rest === '') return null
  return Number(days) * 86_400 + rest.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
}
