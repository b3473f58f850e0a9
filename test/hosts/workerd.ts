import { Miniflare } from 'miniflare'
import type { HostBucket, HostDatabase, HostImages, HostQueue, HostStore } from '../../src/hosts/host.ts'

/** Bindings of a host, under one name each. */
export interface HostBindings {
  readonly DB: HostDatabase
  readonly BUCKET: HostBucket
  readonly STORE: HostStore
  readonly IMAGES: HostImages
  readonly QUEUE: HostQueue
}

export interface Workerd {
  /** Workerd's own bindings, as if they were of this process. */
  readonly bindings: HostBindings
  /** Runs a function of `modules` in the worker, with JSON in and out. */
  run(name: string, ...values: unknown[]): Promise<unknown>
  dispose(): Promise<void>
}

/**
 * Starts workerd with nothing but bindings.
 * @param main source of the worker's module: what it exports as `run` is called by `run`
 */
export async function startBindings(main = 'export default {}'): Promise<Workerd> {
  const miniflare = new Miniflare({
    host: '127.0.0.1',
    port: 0,
    cf: false,
    enableDevRegistry: false,
    workers: [
      {
        config: {
          name: 'bindings',
          compatibilityDate: '2026-10-20',
          manifest: {
            mainModule: 'main.mjs',
            modulesRoot: '/',
            modules: { 'main.mjs': { type: 'esm', contents: main } },
          },
          env: {
            DB: { type: 'd1', id: 'database' },
            BUCKET: { type: 'r2', name: 'bucket' },
            STORE: { type: 'kv', id: 'store' },
            IMAGES: { type: 'images' },
            QUEUE: { type: 'queue', name: 'queue' },
          },
          triggers: [{ type: 'queue', name: 'queue', maxBatchTimeout: 0, maxRetries: 2 }],
        },
      },
    ],
  } as unknown as ConstructorParameters<typeof Miniflare>[0])
  await miniflare.ready
  return {
    bindings: (await miniflare.getBindings()) as unknown as HostBindings,
    run: async (name, ...values) => {
      const response = await miniflare.dispatchFetch('http://bindings/', {
        method: 'POST',
        body: JSON.stringify({ name, values }),
      })
      return response.json()
    },
    dispose: () => miniflare.dispose(),
  }
}
