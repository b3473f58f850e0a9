import { commands } from './commands/index.ts'
import { endChildrenWithProcess } from './end-children.ts'
import { type ExitCode, exitCodes } from './exit-codes.ts'
import { Failure } from './failure.ts'
import { report, runAmong } from './run-among.ts'
import { processShell, type Shell } from './shell.ts'

/** Runs the command that the arguments name in this process, and sets the process's exit code. */
export async function main(args: readonly string[]): Promise<void> {
  endChildrenWithProcess()
  const shell = processShell()
  // A reader that has seen enough (`cms routes | head`) is no error.
  process.stdout.on('error', () => process.exit())
  process.on('uncaughtException', (error) => {
    process.exit(report(error, args, shell))
  })
  // Node also ends where nothing is left that could go on, however much is still awaited.
  process.exitCode = exitCodes.error
  const sayCutOff = () => {
    process.exitCode = report(
      new Failure('The command ended before it was done. This is a mistake of Lintel.'),
      args,
      shell,
    )
  }
  process.once('beforeExit', sayCutOff)
  process.exitCode = await runCommand(args, shell)
  process.off('beforeExit', sayCutOff)
}

/** Runs the command that the arguments name. Whatever fails is said in a sentence, and comes as the exit code. */
export function runCommand(args: readonly string[], shell: Shell): Promise<ExitCode> {
  return runAmong(commands, args, shell)
}
