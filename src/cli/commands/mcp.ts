import { defineStream } from '../command.ts'
import { localAddress } from '../dev/local-address.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { targetOptions } from '../target/with-target.ts'

export const mcp = defineStream({
  name: 'mcp',
  summary: 'Serve schema, review, documentation and content to a coding agent over standard input and output',
  options: {
    url: {
      type: 'string',
      value: 'address',
      summary: 'The service whose content is read (default: where `cms dev` serves); CMS_TOKEN is its API token',
    },
    persist: targetOptions.persist,
  },
  async stream({ root, options, input, output, variables }) {
    const { persist } = options
    const url = options.url ?? localAddress(root, persist)
    if (!/^https?:/.test(url) || !URL.canParse(url))
      throw new Failure(`${url} is not an address.`, { hint: '--url http://localhost:8787', exitCode: exitCodes.usage })
    const { localProject } = await import('../mcp/local-project.ts')
    const { serveProject } = await import('../mcp/serve.ts')
    const project = localProject({ root, variables, persist, url })
    output.note(`cms mcp: waiting for a client on standard input, in ${root}`)
    await serveProject(project, { stdin: input, stdout: output.stream, note: output.note })
    return exitCodes.done
  },
})
