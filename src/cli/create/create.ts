/** `npm create lintel`: runs `cms init` from its own package, `create-lintel`. */
import { createInterface } from 'node:readline/promises'
import { init } from '../commands/init.ts'
import type { ExitCode } from '../exit-codes.ts'
import { TEMPLATES } from '../init/template.ts'
import { runAmong } from '../run-among.ts'
import { processShell, type Shell } from '../shell.ts'

/** Creates a project in this process, and sets the process's exit code. */
export async function main(args: readonly string[]): Promise<void> {
  process.exitCode = await create(args, processShell())
}

/** Creates a project. Without arguments on a terminal, it asks for the folder and the template. */
export async function create(args: readonly string[], shell: Shell): Promise<ExitCode> {
  const canAsk = args.length === 0 && shell.stdin.isTTY === true && shell.stdout.isTTY === true
  return runAmong([init], ['init', ...(canAsk ? await ask(shell) : args)], shell)
}

async function ask({ stdin, stdout }: Shell): Promise<readonly string[]> {
  const lines = createInterface({ input: stdin, output: stdout, terminal: false })
  try {
    const folder = await readAnswer(lines.question('Folder (my-site): '), 'my-site')
    const width = Math.max(...Object.keys(TEMPLATES).map((name) => name.length))
    for (const [name, summary] of Object.entries(TEMPLATES)) stdout.write(`  ${name.padEnd(width)}  ${summary}\n`)
    return [folder, '--template', await readAnswer(lines.question('Template (blank): '), 'blank')]
  } finally {
    lines.close()
  }
}

async function readAnswer(question: Promise<string>, byDefault: string): Promise<string> {
  return (await question).trim() || byDefault
}
