import { execFile, spawnSync } from 'node:child_process'
import { cpus } from 'node:os'
import { delimiter, dirname } from 'node:path'

/** Time for an installation or a build, in milliseconds. */
const BUILD_TIMEOUT = 15 * 60_000
/** Characters of a command's output that an error shows. */
export const SHOWN = 600

/** Cores of the servers and of the load generator; `null` where processes cannot be kept on one. */
export const CORES: { readonly servers: string; readonly load: string } | null =
  cpus().length > 1 && spawnSync('taskset', ['--version']).status === 0 ? { servers: '0', load: '1' } : null

/** Keeps this process, which generates the load, on its core. */
export function takeLoadCore(): void {
  if (CORES) spawnSync('taskset', ['-a', '-p', '-c', CORES.load, String(process.pid)])
}

/** Environment of what is started: the Node that runs this comes first, so that scripts of npm run on it too. */
export function environment(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { NODE_OPTIONS, NODE_ENV, ...usual } = process.env
  return { ...usual, PATH: [dirname(process.execPath), process.env.PATH].join(delimiter), CI: '1', ...more }
}

/** Runs a command to its end. @throws Error with the end of its output where it fails */
export function run(folder: string, command: string, args: readonly string[], env: Readonly<Record<string, string>>) {
  return new Promise<void>((resolve, reject) => {
    const options = { cwd: folder, env: environment(env), timeout: BUILD_TIMEOUT, maxBuffer: 2 ** 28 }
    execFile(command, [...args], options, (error, stdout, stderr) => {
      if (!error) return resolve()
      reject(new Error(`${[command, ...args].join(' ')} failed: ${`${stdout}${stderr}`.trim().slice(-SHOWN)}`))
    })
  })
}

/** Runs a script of Node to its end. */
export function runNode(folder: string, args: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
  return run(folder, process.execPath, args, env)
}
