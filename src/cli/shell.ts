import type { Readable, Writable } from 'node:stream'

/** Environment variables by name. */
export type Variables = Readonly<Record<string, string | undefined>>

/** Output stream of a command, which tells whether it is a terminal. */
export interface ShellStream extends Writable {
  readonly isTTY?: boolean
  /** Width of the terminal, in characters. */
  readonly columns?: number
}

/**
 * Working directory, environment variables and streams of a command. Commands use these instead of those of the
 * process.
 */
export interface Shell {
  /** Absolute path of the working directory. */
  readonly cwd: string
  readonly variables: Variables
  readonly stdin: Readable & { readonly isTTY?: boolean }
  readonly stdout: ShellStream
  readonly stderr: ShellStream
}

/** Returns the shell that started this process. */
export function processShell(): Shell {
  return {
    cwd: process.cwd(),
    variables: process.env,
    // The stream is only opened when it is read, since an open stream would keep the process from ending.
    get stdin() {
      return process.stdin
    },
    stdout: process.stdout,
    stderr: process.stderr,
  }
}
