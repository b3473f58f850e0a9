import './globals.ts'
import cluster from 'node:cluster'
import { existsSync, realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { BuiltService, RunningService } from './run-service.ts'
import { readSettings, SettingError, type Settings } from './settings.ts'
import { nameSources } from './source-positions.ts'
import { explainStart, StartError } from './start-error.ts'

/** A built server: the folder `dist/server`. */
export interface BuiltServer {
  /** Address of the main module. */
  readonly main: string
  /** Loads the service. Only called in processes that handle requests. */
  service(): Promise<{ readonly default: BuiltService }>
}

/** Starts a built server: a supervisor, and processes that handle requests. Each loads only what it needs. */
export async function start({ main, service }: BuiltServer): Promise<void> {
  nameSources()
  let settings: Settings | undefined
  try {
    settings = readSettings(process.env)
    if (cluster.isPrimary) {
      const { supervise } = await import('./supervise.ts')
      return await supervise(mainModule(main), settings)
    }
    const places = {
      assets: fileURLToPath(new URL('./assets', main)),
      readerModule: new URL('./reader.js', main),
    }
    const [{ runService }, { gatherLines }, { requireSecrets }, { default: built }] = await Promise.all([
      import('./run-service.ts'),
      import('./log-lines.ts'),
      import('./secrets.ts'),
      service(),
    ])
    requireSecrets(built.secrets, process.env)
    gatherLines()
    const starting = runService(built, places, settings)
    attend(starting)
    await starting
    process.send?.('ready')
  } catch (error) {
    refuse(error, settings)
  }
}

/**
 * Returns the main module's path as given on the command line. If it contains a symbolic link, a later build can only
 * be found through that link.
 */
function mainModule(main: string): string {
  const [, started] = process.argv
  const actual = fileURLToPath(main)
  return started !== undefined && existsSync(started) && realpathSync(started) === realpathSync(actual)
    ? started
    : actual
}

/** Ends the process with an explanation: exit code 2 for a `SettingError` or a `StartError`, otherwise 1. */
function refuse(error: unknown, settings: Settings | undefined): void {
  const isSetting = error instanceof SettingError || error instanceof StartError
  const reason = isSetting ? error.message : settings && explainStart(error, settings)
  console.error(reason ?? error)
  const exit = () => process.exit(isSetting ? 2 : 1)
  if (process.send) process.send({ refused: (reason ?? String(error)).split('\n')[0] }, exit)
  else exit()
}

/**
 * Follows the supervisor's messages, and ends when the supervisor ends. A service that is still starting is stopped
 * once it has started, because it already handles requests before it is ready.
 */
function attend(starting: Promise<RunningService>): void {
  const stop = () =>
    starting.then(
      async (running) => {
        await running.stop()
        process.exit(0)
      },
      () => {}, // the service could not start; `refuse` ends this process
    )
  process.on('message', (word) => {
    if (word === 'stop') void stop()
    if (word === 'timer') void starting.then((running) => running.startTimer())
  })
  process.on('disconnect', stop)
  // The supervisor is gone; this process then stops anyway.
  cluster.worker?.on('error', () => {})
  // Ctrl-C in a terminal reaches every process; only the supervisor handles it.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
}
