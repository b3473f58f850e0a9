import { commands } from './commands/index.ts'
import { endChildrenWithProcess } from './end-children.ts'
import type { ExitCode } from './exit-codes.ts'
import { report, runAmong } from './run-among.ts'
import { processShell, type Shell } from './shell.ts'

/** Runs, in this process, the command that the arguments name, and sets the process's exit code. */
export async function main(args: readonly string[]): Promise<void> {
  endChildrenWithProcess()
  const shell = processShell()
  // A reader that ends early (`cms routes | head`) is not an error.
  process.stdout.on('error', () => process.exit())
  process.on('uncaughtException', (error) => {
    process.exit(report(error, args, shell))
  })
  // Nothing is left to run, and yet the command is not finished: it has not done its work.
  const giveUp = () => process.exit(report(new Error('the command exited before it was done'), args, shell))
  process.once('beforeExit', giveUp)
  process.exitCode = await runCommand(args, shell)
  process.off('beforeExit', giveUp)
}

/** Runs the command that the arguments name. Every error is printed as a sentence and determines the exit code. */
export function runCommand(args: readonly string[], shell: Shell): Promise<ExitCode> {
  return runAmong(commands, args, shell)
}
