import type { ExitCode } from './exit-codes.ts'
import type { Output } from './output.ts'
import type { Shell, Variables } from './shell.ts'

/** An option of a command. One of type `string` takes a value: `--port 8787` or `--port=8787`. */
export interface Option {
  readonly type: 'boolean' | 'string'
  /** Name of the value in the help: `port`. */
  readonly value?: string
  readonly default?: string
  readonly summary: string
}

export type Options = { readonly [name: string]: Option }

/** Options as given, by name: an option that is absent and has no default is `undefined`, or `false`. */
export type ParsedOptions = { readonly [name: string]: string | boolean | undefined }

/** The same, once it is known which options there are. */
export type OptionValues<Declared extends Options> = string extends keyof Declared
  ? ParsedOptions
  : {
      readonly [Name in keyof Declared]: Declared[Name] extends { readonly type: 'boolean' }
        ? boolean
        : Declared[Name] extends { readonly default: string }
          ? string
          : string | undefined
    }

export interface Invocation<Declared extends Options = Options> {
  /** The project's folder: the working directory, absolute. */
  readonly root: string
  readonly options: OptionValues<Declared>
  /** The word that stands beside the options, where the command takes one and it was given. */
  readonly argument?: string | undefined
  /** `--json` was given: one JSON value on standard output and nothing else there. */
  readonly json: boolean
  readonly output: Output
  /** Standard input. */
  readonly input: Shell['stdin']
  /** The shell's environment variables: credentials, secrets. */
  readonly variables: Variables
}

export interface Command<Declared extends Options = Options> {
  /** One or two words: `migrate apply`. */
  readonly name: string
  /** One line, without a full stop. */
  readonly summary: string
  readonly options: Declared
  /** A word that it takes beside its options, as the help writes it: `name`. */
  readonly argument?: string
  /** Throws a `Failure` for whatever a user can mend. */
  run(invocation: Invocation<Declared>): Promise<ExitCode>
}

/** Declares a command; what `run` is given is typed by its options. */
export function defineCommand<const Declared extends Options>(command: Command<Declared>): Command {
  // `run` reads only the options declared beside it, and those are what it is given.
  return command as unknown as Command
}
