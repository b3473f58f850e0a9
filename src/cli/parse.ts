import { parseArgs } from 'node:util'
import { nearest } from '../ground/nearest.ts'
import type { Command, Option, Options, ParsedOptions } from './command.ts'
import { exitCodes } from './exit-codes.ts'
import { Failure } from './failure.ts'

/** Options that every command takes. */
export const commonOptions = {
  json: { type: 'boolean', summary: 'Print the result as JSON' },
  help: { type: 'boolean', summary: 'Show this help' },
} as const satisfies Options

/**
 * Finds the command that the first words of the arguments name, and returns it with the remaining arguments.
 * @throws Failure if there is no such command
 */
export function findCommand(
  commands: readonly Command[],
  args: readonly string[],
): { command: Command; rest: readonly string[] } {
  const words = leadingWords(args)
  if (words.length === 0) throw new Failure(`The option ${args[0]} must follow a command.`, commandHint)
  for (let count = words.length; count > 0; count -= 1) {
    const name = words.slice(0, count).join(' ')
    const command = commands.find((candidate) => candidate.name === name)
    if (command) return { command, rest: args.slice(count) }
  }
  throw unknownCommand(commands, words)
}

/** Arguments of a command. */
export interface Given {
  readonly options: ParsedOptions
  readonly argument: string | undefined
}

/**
 * Parses the options of a command, and its argument.
 * @throws Failure for an unknown option, with the nearest name, and for an argument that the command does not take
 */
export function parseOptions(command: Command, args: readonly string[]): Given {
  const options: Options = { ...command.options, ...commonOptions }
  const values: Record<string, string | boolean | undefined> = {}
  for (const [name, option] of Object.entries(options))
    values[name] = option.type === 'boolean' ? false : option.default
  const types = Object.fromEntries(Object.entries(options).map(([name, { type }]) => [name, { type }]))
  const { tokens } = parseArgs({ args: [...args], options: types, strict: false, tokens: true })
  let argument: string | undefined
  for (const token of tokens) {
    if (token.kind === 'option-terminator') continue
    if (token.kind === 'positional') argument = onlyArgument(command, argument, token.value)
    else values[token.name] = optionValue(command, options, token)
  }
  if (values.json && 'jsonNeeds' in command) {
    for (const [name, reason] of Object.entries(command.jsonNeeds ?? {})) {
      if (values[name] !== undefined) continue
      throw new Failure(`--json needs --${name}: ${reason}.`, { exitCode: exitCodes.usage })
    }
  }
  return { options: values, argument }
}

function onlyArgument(command: Command, argument: string | undefined, value: string): string {
  if (command.argument !== undefined && argument === undefined) return value
  throw usage(`\`cms ${command.name}\` takes no argument “${value}”.`, command)
}

/** Returns the words before the first option, two at most. */
function leadingWords(args: readonly string[]): readonly string[] {
  const count = args.findIndex((word) => word.startsWith('-'))
  return args.slice(0, Math.min(2, count === -1 ? args.length : count))
}

const commandHint = { hint: '`cms --help` lists the commands.', exitCode: exitCodes.usage }

function optionValue(
  command: Command,
  options: Options,
  token: { name: string; rawName: string; value?: string | undefined },
): string | boolean {
  const option: Option | undefined = token.rawName.startsWith('--') ? options[token.name] : undefined
  if (!option) {
    const meant = nearest(token.name, Object.keys(options))
    const hint = meant === undefined ? helpHint(command) : `Did you mean --${meant}?`
    throw new Failure(`\`cms ${command.name}\` has no option ${token.rawName}.`, { hint, exitCode: exitCodes.usage })
  }
  if (option.type === 'boolean') {
    if (token.value !== undefined) throw usage(`${token.rawName} takes no value.`, command)
    return true
  }
  if (!token.value) throw usage(`${token.rawName} needs a value: ${token.rawName} <${option.value}>.`, command)
  return token.value
}

/** Returns the commands whose first word is `word`: `migrate apply` and `migrate status` for `migrate`. */
export function groupOf(commands: readonly Command[], word: string): readonly Command[] {
  return commands.filter((command) => command.name.startsWith(`${word} `))
}

function unknownCommand(commands: readonly Command[], words: readonly string[]): Failure {
  const group = groupOf(commands, words[0] ?? '')
  if (group.length > 0) {
    const names = group.map((command) => `cms ${command.name}`).join(', ')
    return new Failure(`\`cms ${words[0]}\` needs a subcommand.`, {
      hint: `Its commands are ${names}.`,
      exitCode: exitCodes.usage,
    })
  }
  const names = commands.map((command) => command.name)
  const meant = nearest(words.join(' '), names) ?? nearest(words[0] ?? '', names)
  if (meant === undefined) return new Failure(`There is no command \`cms ${words[0]}\`.`, commandHint)
  const hint = `Did you mean \`cms ${meant}\`?`
  return new Failure(`There is no command \`cms ${words[0]}\`.`, { ...commandHint, hint })
}

function usage(message: string, command: Command): Failure {
  return new Failure(message, { hint: helpHint(command), exitCode: exitCodes.usage })
}

function helpHint(command: Command): string {
  return `\`cms ${command.name} --help\` lists its options.`
}
