import type { Command, Options } from './command.ts'
import type { Output } from './output.ts'
import { commonOptions } from './parse.ts'

/** Prints the help of `cms` itself. */
export function printHelp(commands: readonly Command[], output: Output): void {
  const rows = commands.map((command): [string, string] => [command.name, command.summary])
  output.print(`${output.style('bold', 'cms')} — a CMS whose schema is code\n`)
  output.print(`Usage: cms <command> [options]\n`)
  printRows(rows, output)
  output.print(`\n\`cms <command> --help\` lists a command's options; \`cms --version\` prints the version.`)
}

/** Prints the name, the argument, the summary and the options of a command. */
export function printCommandHelp(command: Command, output: Output): void {
  const options: Options = { ...command.options, ...commonOptions }
  const argument = command.argument === undefined ? '' : ` <${command.argument}>`
  output.print(`${output.style('bold', `cms ${command.name}${argument}`)} — ${command.summary}\n`)
  const rows = Object.entries(options).map(([name, option]): [string, string] => [
    option.type === 'string' ? `--${name} <${option.value}>` : `--${name}`,
    option.default === undefined ? option.summary : `${option.summary} (default ${option.default})`,
  ])
  printRows(rows, output)
}

function printRows(rows: readonly [string, string][], output: Output): void {
  const width = Math.max(...rows.map(([name]) => name.length))
  for (const [name, summary] of rows) output.print(`  ${output.style('cyan', name.padEnd(width))}  ${summary}`)
}
