import './globals.ts'
import cluster from 'node:cluster'
import { fileURLToPath } from 'node:url'
import { type BuiltService, type RunningService, runService } from './run-service.ts'
import { readSettings, SettingError } from './settings.ts'
import { supervise } from './supervise.ts'

/** A built server: the folder `dist/server`. */
export interface BuiltServer {
  /** Address of its main module. */
  readonly main: string
  /** Loads the service, in the processes that answer requests. */
  service(): Promise<{ readonly default: BuiltService }>
}

/** Starts a built server: one process that watches over those which answer requests. */
export async function start({ main, service }: BuiltServer): Promise<void> {
  try {
    const settings = readSettings(process.env)
    if (cluster.isPrimary) return await supervise(fileURLToPath(main), settings)
    const places = {
      assets: fileURLToPath(new URL('./assets', main)),
      threadModule: new URL('./read-thread.js', main),
    }
    attend(await runService((await service()).default, places, settings))
  } catch (error) {
    const isSetting = error instanceof SettingError
    console.error(isSetting ? error.message : error)
    process.exit(isSetting ? 2 : 1)
  }
}

/** Does what the watching process says, and ends with it. */
function attend(running: RunningService): void {
  const stop = async () => {
    await running.stop()
    process.exit(0)
  }
  process.on('message', (word) => {
    if (word === 'stop') void stop()
    if (word === 'timer') running.startTimer()
  })
  process.on('disconnect', stop)
  // The terminal's Ctrl-C reaches every process; the watching one says what to do.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
  process.send?.('ready')
}
