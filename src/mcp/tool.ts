import type * as z from 'zod'

/** Effect of a tool on whatever it works on: nothing, something new or changed, something that may be lost. */
export type ToolEffect = 'reads' | 'changes' | 'destroys'

/** Answer of a tool. */
export interface ToolResult<Data> {
  /** The same in words, for clients that show text alone. */
  readonly text: string
  readonly data: Data
}

/** A question that a tool cannot answer, with what to ask instead: for the model to read. */
export class ToolRefusal extends Error {}

/** A tool, as `defineTool` types it. */
export interface Tool {
  /** `read_document`: unique among the tools of a server. */
  readonly name: string
  readonly title: string
  /** For the model: what it gives, and when to use it. */
  readonly description: string
  readonly effect: ToolEffect
  /** Asks something outside of this process that others change, such as a running service. Default `false`. */
  readonly isOpen?: boolean
  readonly input: z.ZodObject
  readonly output: z.ZodObject
  /** @param signal aborted where the client no longer waits */
  readonly run: (input: never, signal: AbortSignal) => ToolResult<unknown> | Promise<ToolResult<unknown>>
}

/** Types a tool by its schemas. */
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

/** Something that a client may read by its address, beside the tools. */
export interface Resource {
  readonly name: string
  /** `lintel://lock`, or `lintel://docs/{page}` where there are several. */
  readonly uri: string
  readonly title: string
  readonly description: string
  readonly mimeType: string
  /** Names that stand for the variable of the address, with their titles. Absent where it has none. */
  readonly list?: () => readonly { readonly name: string; readonly title: string }[]
  /**
   * @param name what stands for the variable; empty where there is none
   * @returns `null` for what does not exist
   */
  readonly read: (name: string) => string | null | Promise<string | null>
}

/** A text that somebody asks a model with. */
export interface Prompt {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly args: z.ZodObject
  readonly make: (args: Readonly<Record<string, string | undefined>>) => string | Promise<string>
}
