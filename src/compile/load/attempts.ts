import { packageSource } from './package-root.ts'
import { type Replacement, withReplaced } from './replace.ts'

/** Subject of an attempt at more than declaring. */
export type AttemptTopic = 'output' | 'files' | 'writes' | 'processes' | 'network'

/** An attempt at more than declaring. */
export interface Attempt {
  /** As it is written: `fetch()`. */
  readonly what: string
  readonly topic: AttemptTopic
  /** The frames that led to it as V8 writes them, innermost first. */
  readonly frames: readonly string[]
}

let watcher: ((attempt: Attempt) => void) | null = null

/** Runs something and tells of every attempt in the meantime, caught or not. What is printed goes nowhere. */
export async function watchAttempts<T>(told: (attempt: Attempt) => void, run: () => Promise<T>): Promise<T> {
  watcher = told
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

/** Deep enough for a library that is called by a library. */
const DEPTH = 60

/** The frames of whoever called this package, as V8 writes them, without those of the language itself. */
export function callerFrames(): string[] {
  const { stackTraceLimit, prepareStackTrace } = Error
  Error.stackTraceLimit = DEPTH
  Reflect.deleteProperty(Error, 'prepareStackTrace')
  const { stack = '' } = new Error()
  Error.stackTraceLimit = stackTraceLimit
  if (prepareStackTrace) Error.prepareStackTrace = prepareStackTrace
  // The language stands between a caller and what it calls: `at String (<anonymous>)`.
  const isOther = (frame: string) => !frame.endsWith('(<anonymous>)') && !frame.includes(packageSource)
  return stack.split('\n').slice(1).filter(isOther)
}
