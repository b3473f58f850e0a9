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
  /** Output while the command runs. Lines are left out under `--json`; progress is not. */
  readonly output: Output
  /** Standard input. */
  readonly input: Shell['stdin']
  /** The shell's environment variables: credentials, secrets. */
  readonly variables: Variables
}

interface Declaration<Declared extends Options> {
  /** One or two words: `migrate apply`. */
  readonly name: string
  /** One line, without a full stop. */
  readonly summary: string
  readonly options: Declared
  /** A word that it takes beside its options, as the help writes it: `name`. */
  readonly argument?: string
}

/** A command that does something and ends with an outcome, which is printed for people or written as JSON. */
export interface OutcomeCommand<Declared extends Options, Outcome> extends Declaration<Declared> {
  /** Throws a `Failure` for whatever a user can mend. */
  run(invocation: Invocation<Declared>): Promise<Outcome>
  /** Prints the outcome for people. */
  print(outcome: Outcome, output: Output, invocation: Invocation<Declared>): void | Promise<void>
  /** The outcome as `--json` writes it. Default: as it is. */
  toJson?(outcome: Outcome): unknown
  /** An option that `--json` needs, by the reason. */
  readonly jsonNeeds?: { readonly [Name in keyof Declared]?: string }
  /** Default: done. */
  exitCode?(outcome: Outcome): ExitCode
}

/** A command that runs until somebody ends it, and writes meanwhile. */
export interface StreamCommand<Declared extends Options> extends Declaration<Declared> {
  /** @param json `--json` was given; `output` leaves nothing out */
  stream(invocation: Invocation<Declared>, json: boolean): Promise<ExitCode>
}

export type Command = OutcomeCommand<Options, unknown> | StreamCommand<Options>

/** Declares a command; what `run` is given is typed by its options, and what `print` is given by what `run` returns. */
export function defineCommand<const Declared extends Options, Outcome>(
  command: OutcomeCommand<Declared, Outcome>,
): Command {
  // The functions read only the options declared beside them, and those are what they are given.
  return command as unknown as Command
}

/** Declares a command that runs until somebody ends it. */
export function defineStream<const Declared extends Options>(command: StreamCommand<Declared>): Command {
  return command as unknown as Command // as above
}
