import { join } from 'node:path'
import type { HostAssets, HostBatch, HostBucket, HostDatabase, HostImages, HostQueue, HostStore } from '../host.ts'
import { clearUp } from './bucket/clear-up.ts'
import { createFolderBucket } from './bucket/folder-bucket.ts'
import { openDatabase } from './database/node-database.ts'
import { openImages } from './images.ts'
import { createQueue } from './queue/queue.ts'
import { type QueueRunner, startQueueRunner } from './queue/runner.ts'
import { report } from './report.ts'
import { createStore } from './store.ts'
import { clearTables, makeTables } from './tables.ts'

/** Bindings of a service on a machine. */
export interface Bindings {
  readonly DB: HostDatabase
  readonly MEDIA_BUCKET: HostBucket
  readonly CACHE_KV: HostStore
  readonly QUEUE: HostQueue
  readonly ASSETS: HostAssets
  /** Only with sharp. */
  readonly IMAGES?: HostImages
}

export interface BindingOptions {
  /** Folder of the database and of the files, absolute. */
  readonly dataFolder: string
  /** Folder of the server, absolute: sharp is looked for there and above. */
  readonly serverFolder: string
  readonly threadModule: URL
  readonly durability: 'full' | 'normal'
  readonly files: HostAssets
}

/** The bindings, and what somebody must do for them. */
export interface OpenedBindings {
  readonly bindings: Bindings
  /** Delivers the queue's messages, in this process, until it is closed. */
  deliver(consume: (batch: HostBatch) => Promise<void>): void
  /** Deletes what has expired, or was left over: for the timer. */
  clear(now: number): Promise<void>
  /** Takes no more from the queue, and ends once what is under way is done. */
  stopDelivering(): Promise<void>
  close(): Promise<void>
}

const DATABASE = 'lintel.db'
const FILES = 'files'
/** Time between two looks for left-over files, in milliseconds. */
const CLEARED_EVERY = 86_400_000

/** @throws Error where the data cannot be opened */
export async function openBindings(options: BindingOptions): Promise<OpenedBindings> {
  const { dataFolder, serverFolder, threadModule, durability, files } = options
  const db = openDatabase(join(dataFolder, DATABASE), { synchronous: durability, threadModule })
  await makeTables(db)
  const folder = join(dataFolder, FILES)
  const images = await openImages(serverFolder, (message) => report('images', message))
  let runner: QueueRunner | undefined
  let cleared = 0
  return {
    bindings: {
      DB: db,
      MEDIA_BUCKET: createFolderBucket(folder, (damage) => report('bucket', damage.message)),
      CACHE_KV: createStore(db),
      QUEUE: createQueue(db, () => runner?.wake()),
      ASSETS: files,
      ...(images && { IMAGES: images }),
    },
    deliver(consume) {
      runner = startQueueRunner(db, consume, { onError: (message, error) => report('queue', message, error) })
    },
    async clear(now) {
      await clearTables(db, now)
      if (now - cleared < CLEARED_EVERY) return
      cleared = now
      await clearUp(folder, now)
    },
    stopDelivering: async () => runner?.stop(),
    close: () => db.close(),
  }
}
