import { dirname } from 'node:path'
import { openBindings } from './bindings.ts'
import { shareFolder } from './folder-lock.ts'
import type { NeededSecret } from './secrets.ts'
import { createBackground } from './server/execution.ts'
import { serve } from './server/serve.ts'
import { staticFiles } from './server/static-files.ts'
import type { Settings } from './settings.ts'
import { StartError } from './start-error.ts'
import { startTimer } from './timer.ts'

/** A compiled service, as `createWorker` of `lintel/runtime` returns it. */
export interface ServiceWorker {
  // biome-ignore lint/suspicious/noExplicitAny: as below
  prepare(env: any, execution: any): Promise<void>
  // biome-ignore lint/suspicious/noExplicitAny: the bindings' type is the runtime's
  fetch(request: Request, env: any, execution: any): Response | Promise<Response>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  scheduled(event: { readonly scheduledTime?: number }, env: any, execution: any): Promise<void>
  // biome-ignore lint/suspicious/noExplicitAny: as above
  queue(batch: any, env: any, execution: any): Promise<void>
}

/** A built service, and the settings of its environment in the config. */
export interface BuiltService {
  readonly worker: ServiceWorker
  /** Public variables, including `ENVIRONMENT`. */
  readonly vars: Readonly<Record<string, string>>
  readonly secrets: readonly NeededSecret[]
}

/** Locations of the parts of a built service. */
export interface Places {
  /** Folder of the static files. */
  readonly assets: string
  /** Module of the process that runs slow reads. */
  readonly readerModule: URL
}

/** A service that is running in this process. */
export interface RunningService {
  readonly port: number
  /** Starts the timer for scheduled work, which runs every minute. Only one process of a service may do so. */
  startTimer(): void
  /** Stops the service; resolves once all requests and background work are done. */
  stop(): Promise<void>
}

const HOUR = 3_600_000

/**
 * Starts a built service.
 * @throws Error if the data cannot be opened, or the port is taken; StartError while a restore is running
 */
export async function runService(
  { worker, vars }: BuiltService,
  { assets, readerModule }: Places,
  settings: Settings,
): Promise<RunningService> {
  const folder = shareFolder(settings.dataFolder)
  if (!folder)
    throw new StartError(`A restore is running in ${settings.dataFolder}. Start the server once it has finished.`)
  const files = staticFiles(assets)
  const opened = await openBindings({ ...settings, readerModule, folder: dirname(assets), files })
  const env = { ...process.env, ...vars, ...opened.bindings }
  const background = createBackground()
  const serving = await serve({
    ...settings,
    files,
    background,
    fetch: (request) => worker.fetch(request, env, background.execution),
  })
  await worker.prepare(env, background.execution)
  opened.startQueue((batch) => worker.queue(batch, env, background.execution))
  let timer: { stop(): Promise<void> } | undefined
  return {
    port: serving.port,
    startTimer() {
      timer ??= startTimer(async (scheduledTime) => {
        await worker.scheduled({ scheduledTime }, env, background.execution)
        if (scheduledTime % HOUR === 0) await opened.clear(scheduledTime)
      })
    },
    async stop() {
      await Promise.all([serving.stop(), timer?.stop()])
      await background.settled()
      await opened.close()
      folder.release()
    },
  }
}
