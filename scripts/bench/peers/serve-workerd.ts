/** Serves the worker of the project in the working directory, and prints its address. SIGTERM stops it. */
import { resolve } from 'node:path'
import { bundle, serve } from '../served.ts'
import { ENV } from './lintel.ts'
import type { Announcement } from './peer.ts'

const worker = await bundle('src/worker.ts', undefined, ENV)
await import('miniflare')
// The time that the harness takes to load does not count; its other work is part of the start.
const since = Date.now()
const { url, pid, dispose } = await serve(worker, resolve('data'))
const announcement: Announcement = { url: url.href, pid, since }
console.log(JSON.stringify(announcement))
process.on('SIGTERM', async () => {
  await dispose()
  process.exit(0)
})
