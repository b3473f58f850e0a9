import type * as z from 'zod'

/**
 * Effect of a tool: `reads` changes nothing, `changes` creates or changes something, `destroys` may delete something.
 */
export type ToolEffect = 'reads' | 'changes' | 'destroys'

/** Result of a tool, as text and as data. */
export interface ToolResult<Data> {
  /** The result as text, for clients that show nothing else. */
  readonly text: string
  readonly data: Data
}

/** An error for the model to read: why the tool cannot answer, and what to do instead. */
export class ToolRefusal extends Error {}

/** Tool of a server. `defineTool` makes one whose input and output are typed. */
export interface Tool {
  /** Name of the tool, unique in a server: `read_document`. */
  readonly name: string
  readonly title: string
  /** Description for the model: what the tool returns, and when to use it. */
  readonly description: string
  readonly effect: ToolEffect
  /**
   * True if the tool calls something outside this process that others can change, such as a running service. Default
   * `false`.
   */
  readonly isOpen?: boolean
  readonly input: z.ZodObject
  readonly output: z.ZodObject
  /**
   * Runs the tool.
   * @param signal aborted when the client no longer waits
   */
  readonly run: (input: never, signal: AbortSignal) => ToolResult<unknown> | Promise<ToolResult<unknown>>
}

/** Defines a tool with its input and output typed by its schemas. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(
  tool: Omit<Tool, 'input' | 'output' | 'run'> & {
    readonly input: Input
    readonly output: Output
    readonly run: (
      input: z.output<Input>,
      signal: AbortSignal,
    ) => ToolResult<z.input<Output>> | Promise<ToolResult<z.input<Output>>>
  },
): Tool {
  return tool
}

/** Data that a client can read by its address, in addition to tools. */
export interface Resource {
  readonly name: string
  /** Address of the resource: `lintel://lock`, or a template such as `lintel://docs/{page}`. */
  readonly uri: string
  readonly title: string
  readonly description: string
  readonly mimeType: string
  /** Lists the values of the template's variable, with titles. Absent if the address has no variable. */
  readonly list?: () => readonly { readonly name: string; readonly title: string }[]
  /**
   * Reads the resource.
   * @param name value of the variable; empty if the address has no variable
   * @returns `null` if the resource does not exist
   */
  readonly read: (name: string) => string | null | Promise<string | null>
}

/** A prompt that users can send to a model. */
export interface Prompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly args: z.ZodObject
  readonly make: (args: Readonly<Record<string, string | undefined>>) => string | Promise<string>
}
