import { join } from 'node:path'
import type { HostAssets, HostBatch, HostBucket, HostDatabase, HostImages, HostQueue, HostStore } from '../host.ts'
import { clearUp } from './bucket/clear-up.ts'
import { createFolderBucket } from './bucket/folder-bucket.ts'
import { BUCKET_FOLDER, DATABASE_FILE } from './data-folder.ts'
import { openDatabase } from './database/node-database.ts'
import { openImages } from './images.ts'
import { say } from './log.ts'
import { keepFolderPrivate } from './private-files.ts'
import { createQueue } from './queue/queue.ts'
import { startQueueRunner } from './queue/runner.ts'
import { createStore } from './store.ts'
import { clearTables, makeTables } from './tables.ts'

/** Bindings of a service on Node. */
export interface Bindings {
  readonly DB: HostDatabase
  readonly MEDIA_BUCKET: HostBucket
  readonly CACHE_KV: HostStore
  readonly QUEUE: HostQueue
  readonly ASSETS: HostAssets
  readonly IMAGES?: HostImages
}

export interface BindingOptions {
  /** Absolute path of the folder with the database and the files. It is created if it does not exist. */
  readonly dataFolder: string
  readonly durability: 'full' | 'normal'
  /** Main module of the process that runs slow reads. Default: `database/reader-main.ts`. */
  readonly readerModule?: URL
  /** Folder in which, or above which, `node_modules` may contain sharp. */
  readonly folder: string
  readonly files: HostAssets
}

export interface OpenBindings {
  readonly bindings: Bindings
  /** Starts delivering the queue's messages. */
  startQueue(deliver: (batch: HostBatch) => Promise<void>): void
  /** Deletes expired data; called every hour. */
  clear(now: number): Promise<void>
  /** Closes all bindings once pending operations are done. */
  close(): Promise<void>
}

/** Hour of the day, in UTC, in which leftover files are searched for. The search reads all folders. */
const CLEARED_AT = 4

/**
 * Opens the bindings of a service.
 * @throws Error if the data cannot be opened
 */
export async function openBindings(options: BindingOptions): Promise<OpenBindings> {
  const { dataFolder, durability, readerModule, folder, files } = options
  const bucket = join(dataFolder, BUCKET_FOLDER)
  for (const kept of [dataFolder, bucket]) keepFolderPrivate(kept)
  const database = openDatabase(join(dataFolder, DATABASE_FILE), {
    synchronous: durability,
    ...(readerModule && { readerModule }),
  })
  await makeTables(database)
  const images = openImages(folder, (message) => say('error', message))
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
      if (new Date(now).getUTCHours() === CLEARED_AT) await clearUp(bucket, now)
    },
    async close() {
      await runner?.stop()
      await database.close()
    },
  }
}
