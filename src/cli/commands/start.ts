import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { BUILD_FILE, SERVER_FOLDER, type ServerBuild, START_MODULE } from '../bundle/bundle-server.ts'
import { defineStream } from '../command.ts'
import { type ExitCode, exitCodes } from '../exit-codes.ts'
import { Failure } from '../failure.ts'
import { requireProject } from '../project.ts'
import type { Variables } from '../shell.ts'

export const startCommand = defineStream({
  name: 'start',
  summary: 'Run the server that `cms build --env <name>` wrote, until it is stopped',
  options: {
    env: { type: 'string', value: 'name', summary: 'The environment of the build' },
    data: {
      type: 'string',
      value: 'folder',
      summary: 'The folder with the database and files (default: DATA_FOLDER, or `data`)',
    },
  },
  async stream({ root, options: { env, data }, variables }) {
    if (env === undefined) {
      throw new Failure('`cms start` needs an environment: --env <name>.', {
        hint: '--env production',
        exitCode: exitCodes.usage,
      })
    }
    requireProject(root)
    requireBuild(root, env)
    return runServer(root, data === undefined ? variables : { ...variables, DATA_FOLDER: resolve(root, data) })
  },
})

/**
 * Requires a server that was built for this environment.
 * @throws Failure if there is no such server
 */
function requireBuild(root: string, environment: string): void {
  const path = join(root, SERVER_FOLDER, BUILD_FILE)
  const hint = `cms build --env ${environment}`
  if (!existsSync(path)) {
    throw new Failure(`${SERVER_FOLDER} does not contain a built server.`, { hint, exitCode: exitCodes.stale })
  }
  const built = JSON.parse(readFileSync(path, 'utf8')) as ServerBuild // written by `bundleServer`
  if (built.environment === environment) return
  throw new Failure(`The server in ${SERVER_FOLDER} was built for ${built.environment}.`, {
    hint,
    exitCode: exitCodes.wrongTarget,
  })
}

/** Runs the server with the environment variables of the shell alone: `.dev.vars` is for development. */
function runServer(root: string, variables: Variables): Promise<ExitCode> {
  const module = join(root, SERVER_FOLDER, START_MODULE)
  const server = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', module], {
    cwd: root,
    env: variables,
    stdio: 'inherit',
  })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  const pass = (signal: NodeJS.Signals) => server.kill(signal)
  for (const signal of signals) process.on(signal, pass)
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', (code) => {
      for (const signal of signals) process.off(signal, pass)
      resolve(code === 0 ? exitCodes.done : code === 2 ? exitCodes.usage : exitCodes.error)
    })
  })
}
