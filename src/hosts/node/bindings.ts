import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { HostAssets, HostBatch, HostBucket, HostDatabase, HostImages, HostQueue, HostStore } from '../host.ts'
import { clearUp } from './bucket/clear-up.ts'
import { createFolderBucket } from './bucket/folder-bucket.ts'
import { openDatabase } from './database/node-database.ts'
import { openImages } from './images.ts'
import { say } from './log.ts'
import { createQueue } from './queue/queue.ts'
import { startQueueRunner } from './queue/runner.ts'
import { createStore } from './store.ts'
import { clearTables, makeTables } from './tables.ts'

/** Bindings of a service on a machine. */
export interface Bindings {
  readonly DB: HostDatabase
  readonly MEDIA_BUCKET: HostBucket
  readonly CACHE_KV: HostStore
  readonly QUEUE: HostQueue
  readonly ASSETS: HostAssets
  readonly IMAGES?: HostImages
}

export interface BindingOptions {
  /** Folder of the database and the files, absolute. It is made where there is none. */
  readonly dataFolder: string
  readonly durability: 'full' | 'normal'
  /** Module of the thread that reads. Default: that of the source. */
  readonly threadModule?: URL
  /** Folder beside which, or above which, sharp may be installed. */
  readonly folder: string
  readonly files: HostAssets
}

export interface OpenBindings {
  readonly bindings: Bindings
  /** Delivers what is in the queue from now on. */
  startQueue(deliver: (batch: HostBatch) => Promise<void>): void
  /** Deletes what nobody wants any more: for each hour. */
  clear(now: number): Promise<void>
  /** Ends once what was asked for is done. */
  close(): Promise<void>
}

/** Names in the data folder. */
export const DATABASE_FILE = 'lintel.db'
export const BUCKET_FOLDER = 'files'

/** @throws Error where the data cannot be opened */
export async function openBindings(options: BindingOptions): Promise<OpenBindings> {
  const { dataFolder, durability, threadModule, folder, files } = options
  mkdirSync(dataFolder, { recursive: true })
  const bucket = join(dataFolder, BUCKET_FOLDER)
  const database = openDatabase(join(dataFolder, DATABASE_FILE), {
    synchronous: durability,
    ...(threadModule && { threadModule }),
  })
  await makeTables(database)
  const images = await openImages(folder, (message) => say('warn', message))
  let runner: { wake(): void; stop(): Promise<void> } | undefined
  return {
    bindings: {
      DB: database,
      MEDIA_BUCKET: createFolderBucket(bucket, (damage) => say('error', damage.message)),
      CACHE_KV: createStore(database),
      QUEUE: createQueue(database, () => runner?.wake()),
      ASSETS: files,
      ...(images && { IMAGES: images }),
    },
    startQueue(deliver) {
      runner ??= startQueueRunner(database, deliver, {
        onError: (message, error) => say('error', error === undefined ? message : `${message} ${String(error)}`),
      })
    },
    async clear(now) {
      await clearTables(database, now)
      await clearUp(bucket, now)
    },
    async close() {
      await runner?.stop()
      await database.close()
    },
  }
}
