import type { McpServer, ResourceTemplate } from '@modelcontextprotocol/server'
import { type Prompt, type Resource, type Tool, type ToolEffect, ToolRefusal } from './tool.ts'

/** Classes of the MCP SDK that `createServer` needs. The caller loads them. */
export interface Sdk {
  readonly McpServer: typeof McpServer
  readonly ResourceTemplate: typeof ResourceTemplate
}

/** The tools, resources and prompts of a server, and its introduction. */
export interface Offer {
  readonly title: string
  readonly version: string
  /** Instructions for the model: how to combine the tools. */
  readonly instructions: string
  readonly tools: readonly Tool[]
  readonly resources: readonly Resource[]
  readonly prompts: readonly Prompt[]
  /** Describes an error: what went wrong, why, and what to do next. */
  readonly explain: (error: unknown) => string
}

/** Maximum number of characters of a result. Larger results do not help a model, and some clients fail on them. */
const MAX_RESULT = 400_000

/** Creates a server of the Model Context Protocol, for one connection or one request. */
export function createServer(sdk: Sdk, offer: Offer): McpServer {
  const { title, version, instructions } = offer
  const server = new sdk.McpServer({ name: 'lintel', title, version }, { instructions, maxToolInputElements: 10_000 })
  for (const tool of offer.tools) registerTool(server, tool, offer)
  for (const resource of offer.resources) registerResource(sdk, server, resource)
  for (const prompt of offer.prompts) registerPrompt(server, prompt, offer)
  return server
}

const HINTS: Readonly<Record<ToolEffect, { readonly readOnlyHint: boolean; readonly destructiveHint: boolean }>> = {
  reads: { readOnlyHint: true, destructiveHint: false },
  changes: { readOnlyHint: false, destructiveHint: false },
  destroys: { readOnlyHint: false, destructiveHint: true },
}

function registerTool(server: McpServer, tool: Tool, { explain }: Offer): void {
  const { name, title, description, effect, isOpen = false, input, output } = tool
  const annotations = { title, ...HINTS[effect], idempotentHint: effect === 'reads', openWorldHint: isOpen }
  // Strict: a misspelled argument is an error, not a missing argument.
  const inputSchema = input.strict()
  server.registerTool(
    name,
    { title, description, annotations, inputSchema, outputSchema: output },
    async (values, { mcpReq: { signal } }) => {
      try {
        const { text, data } = await tool.run(values as never, signal) // parsed with the tool's own schema
        const structuredContent = output.parse(data)
        const size = text.length + JSON.stringify(structuredContent).length
        if (size > MAX_RESULT)
          return failed(`The result has ${size} characters, more than ${MAX_RESULT}. Request less.`)
        return { content: [{ type: 'text' as const, text }], structuredContent }
      } catch (error) {
        return failed(error instanceof ToolRefusal ? error.message : explain(error))
      }
    },
  )
}

function failed(text: string) {
  return { content: [{ type: 'text' as const, text }], isError: true }
}

function registerResource(sdk: Sdk, server: McpServer, resource: Resource): void {
  const { name, uri, title, description, mimeType, list, read } = resource
  const metadata = { title, description, mimeType }
  const contentsOf = async (address: string, variable: string) => {
    const text = await read(variable)
    if (text === null) throw new Error(`There is no ${address}.`)
    return { contents: [{ uri: address, mimeType, text }] }
  }
  if (!list) {
    server.registerResource(name, uri, metadata, (address) => contentsOf(address.href, ''))
    return
  }
  const [variable = ''] = /(?<=\{)\w+(?=\})/.exec(uri) ?? []
  const template = new sdk.ResourceTemplate(uri, {
    list: () => ({
      resources: list().map((entry) => ({
        name: entry.name,
        title: entry.title,
        uri: uri.replace(/\{\w+\}/, entry.name),
        mimeType,
      })),
    }),
    complete: {
      [variable]: (begun) =>
        list()
          .map((entry) => entry.name)
          .filter((entryName) => entryName.startsWith(begun)),
    },
  })
  server.registerResource(name, template, metadata, (address, variables) =>
    contentsOf(address.href, String(variables[variable] ?? '')),
  )
}

function registerPrompt(server: McpServer, { name, title, description, args, make }: Prompt, { explain }: Offer): void {
  server.registerPrompt(name, { title, description, argsSchema: args }, async (values) => {
    const made = async () => make(values as Readonly<Record<string, string | undefined>>) // all arguments are strings
    const text = await made().catch(explain)
    return { messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }] }
  })
}
