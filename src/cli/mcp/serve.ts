import { join } from 'node:path'
import { packageRoot } from '../../compile/load/package-root.ts'
import { readDocumentation } from '../../docs/read-documentation.ts'
import { contentTools } from '../../mcp/content-tools.ts'
import { createServer, type Offer } from '../../mcp/create-server.ts'
import { docsResource, docsTools } from '../../mcp/docs-tools.ts'
import { Failure } from '../failure.ts'
import type { Shell } from '../shell.ts'
import { packageVersion } from '../version.ts'
import { askService } from './ask-service.ts'
import type { LocalProject } from './local-project.ts'
import { projectPrompts } from './prompts.ts'
import { proposeTools } from './propose-tools.ts'
import { projectResources } from './resources.ts'
import { reviewTools } from './review-tools.ts'
import { schemaTools } from './schema-tools.ts'

const INSTRUCTIONS = `Lintel is a CMS whose schema is code: collections and cms.config.ts. Start with project. Before writing config, call search_docs. After each change call check. Changes are proposed with propose_*, which show a patch and write nothing unless apply is true; migrations are made by \`cms build\`, reviewed by a person, and never edited once committed. No tool touches a database, git or a deployed service.`

/** Maximum size of a message in bytes; a larger one ends the connection. */
const MAX_MESSAGE = 4 * 1024 * 1024

/** Streams of the connection. Only messages are written to standard output, everything else to standard error. */
export type Streams = Pick<Shell, 'stdin' | 'stdout'> & { readonly note: (line: string) => void }

/** Serves the project's tools over the streams. Resolves when the client has disconnected. */
export async function serveProject(project: LocalProject, { stdin, stdout, note }: Streams): Promise<void> {
  const { McpServer, ResourceTemplate } = await import('../../../dist/mcp/server.js')
  const { serveStdio, StdioServerTransport } = await import('../../../dist/mcp/stdio.js')
  const offer = offerOf(project)
  const transport = new StdioServerTransport(stdin, stdout, { maxBufferSize: MAX_MESSAGE })
  const gone = Promise.withResolvers<void>()
  const handle = serveStdio(() => createServer({ McpServer, ResourceTemplate }, offer), {
    transport,
    onerror: (error) => note(`cms mcp: ${error.message}`),
  })
  const { onclose } = transport
  transport.onclose = () => {
    onclose?.()
    gone.resolve()
  }
  await gone.promise
  await handle.close()
}

function offerOf(project: LocalProject): Offer {
  const documentation = readDocumentation(join(packageRoot, 'docs'))
  return {
    title: 'Lintel',
    version: packageVersion(),
    instructions: INSTRUCTIONS,
    tools: [
      ...schemaTools(project),
      ...reviewTools(project),
      ...proposeTools(project),
      ...docsTools(documentation),
      ...contentTools(askService(project)),
    ],
    resources: [...projectResources(project), docsResource(documentation)],
    prompts: projectPrompts(project),
    explain,
  }
}

/** Returns the text of an error: a failure says what to do next; any other error has only its message. */
function explain(error: unknown): string {
  if (error instanceof Failure) return [error.message, error.hint].filter(Boolean).join('\n→ ')
  return error instanceof Error ? error.message : String(error)
}
