import { type ExitCode, exitCodes } from './exit-codes.ts'

/** Ends a command with one sentence, a hint where there is one, and an exit code: never with a stack. */
export class Failure extends Error {
  readonly exitCode: ExitCode
  readonly hint: string | null

  constructor(message: string, options: { hint?: string; exitCode?: ExitCode } = {}) {
    super(message)
    this.exitCode = options.exitCode ?? exitCodes.error
    this.hint = options.hint ?? null
  }
}
