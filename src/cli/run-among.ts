import type { Command } from './command.ts'
import { printDiagnostics } from './diagnostics.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { Failure, Mistakes } from './failure.ts'
import { printCommandHelp, printHelp } from './help.ts'
import { outputTo, withoutLines } from './output.ts'
import { findCommand, groupOf, parseOptions } from './parse.ts'
import type { Shell } from './shell.ts'
import { packageVersion } from './version.ts'

/**
 * Runs the one of `commands` that the arguments name. Every error is printed as a sentence and determines the exit
 * code.
 */
export async function runAmong(commands: readonly Command[], args: readonly string[], shell: Shell): Promise<ExitCode> {
  try {
    return await run(commands, args, shell)
  } catch (error) {
    return report(error, args, shell)
  }
}

async function run(commands: readonly Command[], args: readonly string[], shell: Shell): Promise<ExitCode> {
  const output = outputTo(shell)
  const [first] = args
  if (first === undefined || first === '--help' || first === 'help') {
    printHelp(commands, output)
    return first === undefined ? exitCodes.usage : exitCodes.done
  }
  if (first === '--version') {
    output.print(packageVersion())
    return exitCodes.done
  }
  const group = groupOf(commands, first)
  if (group.length > 0 && args[1] === '--help') {
    printHelp(group, output)
    return exitCodes.done
  }
  const { command, rest } = findCommand(commands, args)
  const { options, argument } = parseOptions(command, rest)
  if (options.help) {
    printCommandHelp(command, output)
    return exitCodes.done
  }
  const { cwd: root, stdin: input, variables } = shell
  const json = wantsJson(args)
  const invocation = { root, options, argument, output: json ? withoutLines(output) : output, input, variables }
  if ('stream' in command) return command.stream({ ...invocation, output }, json)
  const outcome = await command.run(invocation)
  if (json) output.printJson(command.toJson ? await command.toJson(outcome) : outcome)
  else await command.print(outcome, output, invocation)
  return command.exitCode?.(outcome) ?? exitCodes.done
}

/** Tells whether the output is for programs: with `--json`, or with `--format json` if a command has formats. */
function wantsJson(args: readonly string[]): boolean {
  return args.some(
    (arg, index) => /^--(json|format=json)$/.test(arg) || (arg === 'json' && args[index - 1] === '--format'),
  )
}

/** Reports an error, on standard error or as JSON, and returns its exit code. */
export function report(error: unknown, args: readonly string[], shell: Shell): ExitCode {
  const output = outputTo(shell)
  const json = wantsJson(args)
  if (error instanceof Mistakes) {
    if (json) output.printJson({ ok: false, diagnostics: error.diagnostics })
    else printDiagnostics(error.diagnostics, output)
    return error.exitCode
  }
  const failure = asFailure(error)
  if (json) output.printJson({ error: failure.message, hint: failure.hint, exitCode: failure.exitCode })
  else {
    output.note(`${output.noteStyle('red', 'cms:')} ${failure.message}`)
    if (failure.hint !== null) output.note(output.noteStyle('dim', `     ${failure.hint}`))
    if (!(error instanceof Failure) && shell.variables.CMS_DEBUG && error instanceof Error)
      output.note(error.stack ?? '')
  }
  return failure.exitCode
}

/**
 * Turns an error into a failure: an error of the system becomes one sentence about what could not be done; any other
 * error is a bug of this program.
 */
function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  if (isSystemError(error)) return new Failure(systemMessage(error))
  const message = error instanceof Error ? error.message : String(error)
  return new Failure(`Unexpected error: ${firstLine(message)}`, {
    hint: 'Run the command with CMS_DEBUG=1 to see where.',
  })
}

interface SystemError extends Error {
  readonly code: string
  readonly path?: string
}

function isSystemError(error: unknown): error is SystemError {
  return error instanceof Error && 'syscall' in error && 'code' in error
}

function systemMessage(error: SystemError): string {
  const at = error.path ?? 'a file'
  if (error.code === 'EACCES' || error.code === 'EPERM' || error.code === 'EROFS') return `${at} cannot be written.`
  if (error.code === 'ENOSPC') return `The disk is full: ${at} cannot be written.`
  if (error.code === 'ENOTDIR' || error.code === 'EEXIST') return `${at} is not a folder.`
  return firstLine(error.message)
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? text
}
