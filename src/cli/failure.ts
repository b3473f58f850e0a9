import type { Diagnostic } from '../compile/diagnostics/diagnostic.ts'
import type { EditMistake } from '../manifest/source-edit.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'

/** Error that ends a command with one sentence, an optional hint and an exit code, and never with a stack. */
export class Failure extends Error {
  readonly exitCode: ExitCode
  readonly hint: string | null

  constructor(message: string, options: { hint?: string; exitCode?: ExitCode } = {}) {
    super(message)
    this.exitCode = options.exitCode ?? exitCodes.error
    this.hint = options.hint ?? null
  }
}

/**
 * Error that ends a command whose project does not compile. The mistakes are printed, or written as JSON: `{ "ok":
 * false, "diagnostics" }`.
 */
export class Mistakes extends Error {
  readonly diagnostics: readonly (Diagnostic | EditMistake)[]
  readonly exitCode: ExitCode

  constructor(diagnostics: Mistakes['diagnostics'], exitCode: ExitCode = exitCodes.error) {
    super('the config has mistakes')
    this.diagnostics = diagnostics
    this.exitCode = exitCode
  }
}
