import { execFile, spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { delimiter, dirname } from 'node:path'

/** Maximum time for an installation or a build, in milliseconds. */
const BUILD_TIMEOUT = 15 * 60_000
/** Maximum number of characters of a command's output in an error. */
export const SHOWN = 600

/** Cores of the servers and of the load generator; `null` if processes cannot be bound to cores. */
export const CORES: { readonly servers: string; readonly load: string } | null =
  cpus().length > 1 && spawnSync('taskset', ['--version']).status === 0 ? { servers: '0', load: '1' } : null

/** Binds this process, which generates the load, to its core. */
export function takeLoadCore(): void {
  if (CORES) spawnSync('taskset', ['-a', '-p', '-c', CORES.load, String(process.pid)])
}

/**
 * Returns the environment of processes that are started. The Node that runs this script is first in the path, so that
 * npm scripts use it, too.
 */
export function environment(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { NODE_OPTIONS, NODE_ENV, ...usual } = process.env
  return { ...usual, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter), CI: '1', ...more }
}

/**
 * Runs a command to its end.
 * @throws Error with the end of its output if it fails
 */
export function run(folder: string, command: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  return new Promise<void>((resolve, reject) => {
    const options = { cwd: folder, env: environment(env), timeout: BUILD_TIMEOUT, maxBuffer: 2 ** 28 }
    execFile(command, [...args], options, (error, stdout, stderr) => {
      if (!error) return resolve()
      reject(new Error(`${[command, ...args].join(' ')} failed: ${`${stdout}${stderr}`.trim().slice(-SHOWN)}`))
    })
  })
}

/** Runs a Node script to its end. */
export function runNode(folder: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
  return run(folder, process.execPath, args, env)
}
