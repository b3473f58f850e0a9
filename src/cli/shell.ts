import type { Readable, Writable } from 'node:stream'

/** Environment variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>

/** A stream that a command writes to; a terminal says so. */
export interface ShellStream extends Writable {
  readonly isTTY?: boolean
  /** The width of a terminal, in characters. */
  readonly columns?: number
}

/** Environment of a command, passed in as arguments. Commands never read the process's own. */
export interface Shell {
  /** The working directory, absolute. */
  readonly cwd: string
  readonly variables: Variables
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: ShellStream
  readonly stderr: ShellStream
}

/** The shell that started this process. */
export function processShell(): Shell {
  return {
    cwd: process.cwd(),
    variables: process.env,
    // Opened where it is read: a stream that is open would keep the process from its end.
    get stdin() {
      return process.stdin
    },
    stdout: process.stdout,
    stderr: process.stderr,
  }
}
