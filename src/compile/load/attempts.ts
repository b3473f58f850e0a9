import { packageSource } from './package-root.ts'
import { type Replacement, withReplaced } from './replace.ts'

/** Kind of an attempt. */
export type AttemptTopic = 'output' | 'files' | 'writes' | 'processes' | 'network'

/** Attempt of evaluated code to print, or to use files, processes or the network. */
export interface Attempt {
  /** Description for messages: `fetch()`, `Opening /etc/hosts`. */
  readonly what: string
  readonly topic: AttemptTopic
  /** Stack frames that led to the attempt, in V8's format, innermost first. */
  readonly frames: readonly string[]
}

let watcher: ((attempt: Attempt) => void) | null = null

/** Runs a function and reports every attempt that it makes, even if the error is caught. Hides its console output. */
export async function watchAttempts<T>(report: (attempt: Attempt) => void, run: () => Promise<T>): Promise<T> {
  watcher = report
  try {
    return await withReplaced([silence], run)
  } finally {
    watcher = null
  }
}

export function noteAttempt(what: string, topic: AttemptTopic): void {
  watcher?.({ what, topic, frames: callerFrames() })
}

const PRINTING = ['log', 'info', 'warn', 'error', 'debug', 'table', 'dir']

function silence(): Replacement[] {
  return PRINTING.map((name) => ({
    holder: console,
    name,
    value: () => noteAttempt(`console.${name}()`, 'output'),
  }))
}

/** Maximum number of frames: enough for a library that is called by another library. */
const DEPTH = 60

/** Returns the stack frames of the code that called this package, in V8's format, without built-in functions. */
export function callerFrames(): string[] {
  const { stackTraceLimit, prepareStackTrace } = Error
  Error.stackTraceLimit = DEPTH
  Reflect.deleteProperty(Error, 'prepareStackTrace')
  const { stack = '' } = new Error()
  Error.stackTraceLimit = stackTraceLimit
  if (prepareStackTrace) Error.prepareStackTrace = prepareStackTrace
  // A built-in function has a frame, too: `at String (<anonymous>)`.
  const isCaller = (frame: string) => !frame.endsWith('(<anonymous>)') && !frame.includes(packageSource)
  return stack.split('\n').slice(1).filter(isCaller)
}
