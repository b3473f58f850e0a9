import { resolve } from 'node:path'
import { defineStream } from '../command.ts'
import { LOCAL_DATA } from '../dev/local-address.ts'
import { exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { requireProject } from '../project.ts'

export const dev = defineStream({
  name: 'dev',
  summary: 'Serve the project, and update it on every save',
  options: {
    port: { type: 'string', value: 'number', default: '8787', summary: 'The port; 0 chooses a free one' },
    persist: { type: 'string', value: 'folder', default: LOCAL_DATA, summary: 'The folder for local data' },
    env: { type: 'string', value: 'name', default: 'development', summary: 'Only development can be served' },
  },
  async stream({ root, options, output, variables }, json) {
    refuseRemote(options.env)
    const port = parsePort(options.port)
    requireProject(root)
    const { startSession } = await import('../dev/session.ts')
    const { jsonConsole, plainConsole } = await import('../dev/console.ts')
    const { packageVersion } = await import('../version.ts')
    // From now on a signal ends the command in an orderly way: everything that was started is ended first.
    const ended = interrupted()
    const session = await startSession({
      root,
      port,
      persist: resolve(root, options.persist),
      variables,
      version: packageVersion(),
      console: json ? jsonConsole(output) : plainConsole(output, output.isTerminal),
    })
    await ended
    await session.close()
    return exitCodes.done
  },
})

function refuseRemote(environment: string): void {
  if (environment === 'development') return
  throw new Failure(`\`cms dev\` serves local data only, never that of ${environment}.`, {
    hint: 'Leave --env out.',
    exitCode: exitCodes.wrongTarget,
  })
}

function parsePort(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port <= 65535) return port
  throw new Failure(`“${text}” is not a port: --port takes a number from 0 to 65535.`, { exitCode: exitCodes.usage })
}

/** Resolves when the process receives a signal to end. */
function interrupted(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve())
  return promise
}
