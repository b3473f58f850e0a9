import { Client, type ClientOptions } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { launcher } from '../cli/cms.ts'
import { spoilFolder } from '../harness/project-folder.ts'

/** Answer of a tool. */
export interface ToolAnswer {
  readonly text: string
  // biome-ignore lint/suspicious/noExplicitAny: what each tool answers is what its test looks at
  readonly data: any
  readonly isError: boolean
}

/** The SDK's own client, with `cms mcp` as its server. */
export interface McpSession {
  readonly client: Client
  readonly pid: number
  /** Standard error so far. */
  readonly stderr: () => string
  call(name: string, args?: Readonly<Record<string, unknown>>): Promise<ToolAnswer>
  close(): Promise<void>
}

export interface SessionOptions {
  readonly cwd: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  /** `legacy`: the protocol of 2025, as most clients speak it. */
  readonly mode?: 'legacy' | 'auto'
}

/** Starts `cms mcp` in a process of its own, as an editor does, and connects to it. */
export async function startSession({ cwd, args = [], env, mode = 'legacy' }: SessionOptions): Promise<McpSession> {
  spoilFolder(cwd)
  const { NODE_OPTIONS: _, ...inherited } = process.env
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [launcher, 'mcp', ...args],
    cwd,
    env: { ...(inherited as Record<string, string>), ...env },
    stderr: 'pipe',
  })
  let stderr = ''
  transport.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  const client = createClient(mode)
  await client.connect(transport)
  return {
    client,
    pid: transport.pid ?? 0,
    stderr: () => stderr,
    call: (name, args) => callTool(client, name, args),
    close: () => client.close(),
  }
}

export function createClient(mode: 'legacy' | 'auto'): Client {
  const options: ClientOptions = { versionNegotiation: { mode } }
  return new Client({ name: 'test', version: '1.0.0' }, options)
}

export async function callTool(
  client: Client,
  name: string,
  args: Readonly<Record<string, unknown>> = {},
): Promise<ToolAnswer> {
  const result = await client.callTool({ name, arguments: args })
  const text = result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
  return { text, data: result.structuredContent, isError: result.isError === true }
}
