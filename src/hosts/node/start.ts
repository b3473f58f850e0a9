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
  /** Address of its main module. */
  readonly main: string
  /** Loads the service, in the processes that answer requests. */
  service(): Promise<{ readonly default: BuiltService }>
}

/**
 * Starts a built server: one process that watches over those which answer requests. Each loads only what it needs.
 */
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

/** The path by which the server was started: where a link leads to its folder, a later build is found by that alone. */
function mainModule(main: string): string {
  const [, started] = process.argv
  const actual = fileURLToPath(main)
  return started !== undefined && existsSync(started) && realpathSync(started) === realpathSync(actual)
    ? started
    : actual
}

/** Ends the process with what is wrong: 2 for what its operator has to set. */
function refuse(error: unknown, settings: Settings | undefined): void {
  const isSetting = error instanceof SettingError || error instanceof StartError
  const reason = isSetting ? error.message : settings && explainStart(error, settings)
  console.error(reason ?? error)
  const exit = () => process.exit(isSetting ? 2 : 1)
  if (process.send) process.send({ refused: (reason ?? String(error)).split('\n')[0] }, exit)
  else exit()
}

/**
 * Does what the watching process says, and ends with it. A service answers requests before it is ready: to stop one that
 * starts is to let it start first.
 */
function attend(starting: Promise<RunningService>): void {
  const stop = () =>
    starting.then(
      async (running) => {
        await running.stop()
        process.exit(0)
      },
      () => {}, // it refuses to start, and ends by that
    )
  process.on('message', (word) => {
    if (word === 'stop') void stop()
    if (word === 'timer') void starting.then((running) => running.startTimer())
  })
  process.on('disconnect', stop)
  // A message to one that is gone: it is stopped by that.
  cluster.worker?.on('error', () => {})
  // The terminal's Ctrl-C reaches every process; the watching one says what to do.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
}
