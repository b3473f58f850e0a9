import type { ExitCode } from './exit-codes.ts'
import type { Output } from './output.ts'
import type { Shell, Variables } from './shell.ts'

/** Option of a command. An option of type `string` takes a value: `--port 8787` or `--port=8787`. */
export interface Option {
  readonly type: 'boolean' | 'string'
  /** Name of the value, as shown in the help: `port`. */
  readonly value?: string
  readonly default?: string
  readonly summary: string
}

export type Options = { readonly [name: string]: Option }

/**
 * Values of the options by name. An option without a value and without a default is `undefined`, or `false` if it is
 * boolean.
 */
export type ParsedOptions = { readonly [name: string]: string | boolean | undefined }

/** Values of the options by name, typed by their declarations. */
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
  /** Absolute path of the project's folder: the working directory. */
  readonly root: string
  readonly options: OptionValues<Declared>
  /** Positional argument, if the command takes one and it was given. */
  readonly argument?: string | undefined
  /** Output while the command runs. With `--json`, lines are not printed, but progress is shown. */
  readonly output: Output
  /** Standard input. */
  readonly input: Shell['stdin']
  /** Environment variables of the shell, such as credentials and secrets. */
  readonly variables: Variables
}

interface Declaration<Declared extends Options> {
  /** Name of one or two words: `migrate apply`. */
  readonly name: string
  /** One line that says what the command does, without a full stop. */
  readonly summary: string
  readonly options: Declared
  /** Name of the positional argument, if the command takes one, as shown in the help: `name`. */
  readonly argument?: string
}

/** Command that ends with an outcome, which is printed for people or written as JSON. */
export interface OutcomeCommand<Declared extends Options, Outcome> extends Declaration<Declared> {
  /** Runs the command. Throws a `Failure` for every problem that a user can solve. */
  run(invocation: Invocation<Declared>): Promise<Outcome>
  /** Prints the outcome for people. */
  print(outcome: Outcome, output: Output, invocation: Invocation<Declared>): void | Promise<void>
  /** Returns the outcome as `--json` writes it. Default: the outcome itself. */
  toJson?(outcome: Outcome): unknown
  /** Options without which `--json` is refused, each with the reason. */
  readonly jsonNeeds?: { readonly [Name in keyof Declared]?: string }
  /** Returns the exit code of an outcome. Default: done. */
  exitCode?(outcome: Outcome): ExitCode
}

/** Command that runs until somebody ends it, and writes output in the meantime. */
export interface StreamCommand<Declared extends Options> extends Declaration<Declared> {
  /**
   * Runs the command until somebody ends it.
   * @param json true if `--json` was given; `output` leaves nothing out in either case
   */
  stream(invocation: Invocation<Declared>, json: boolean): Promise<ExitCode>
}

export type Command = OutcomeCommand<Options, unknown> | StreamCommand<Options>

/**
 * Declares a command. Its options determine the type of the argument of `run`, whose result determines the type of the
 * argument of `print`.
 */
export function defineCommand<const Declared extends Options, Outcome>(
  command: OutcomeCommand<Declared, Outcome>,
): Command {
  // The functions only read the options declared beside them, and get exactly those.
  return command as unknown as Command
}

/** Declares a command that runs until somebody ends it. */
export function defineStream<const Declared extends Options>(command: StreamCommand<Declared>): Command {
  return command as unknown as Command // the same cast as in `defineCommand`
}
