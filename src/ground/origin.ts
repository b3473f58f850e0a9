/**
 * Position of a declaration in the project's files. The compiler turns capturing on while it evaluates the config.
 * Elsewhere (in the worker, or in a test that only needs the types) declaring costs nothing.
 */

type Caller = (...args: never[]) => unknown

const traces = new WeakMap<object, { stack?: string }>()
let capturing = false

/** Turns the capturing of call sites on or off. Off by default. */
export function captureOrigins(on: boolean): void {
  capturing = on
}

/**
 * Returns the declaration. While capturing is on, also remembers the call site of `caller`, the function that the user
 * called.
 */
export function withOrigin<T extends object>(declaration: T, caller: Caller): T {
  if (!capturing) return declaration
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 1
  const trace: { stack?: string } = {}
  Error.captureStackTrace(trace, caller)
  Error.stackTraceLimit = limit
  traces.set(declaration, trace)
  return declaration
}

/** Remembers the position of a declaration that was loaded by another process. */
export function rememberOrigin(declaration: object, { url, line, column }: Origin): void {
  traces.set(declaration, { stack: `    at ${url}:${line}:${column}` })
}

/** A position in a source file: `url` as the module loader has it, `line` and `column` from 1. */
export interface Origin {
  readonly url: string
  readonly line: number
  readonly column: number
}

/** Returns the position of the call that made this declaration; `undefined` if capturing was off. */
export function originOf(declaration: object): Origin | undefined {
  const stack = traces.get(declaration)?.stack
  const frame = stack?.match(/\(?((?:file:\/\/|\/)[^\n)]*):(\d+):(\d+)\)?\s*$/)
  if (!frame) return undefined
  return { url: frame[1] as string, line: Number(frame[2]), column: Number(frame[3]) }
}
