import { Readable } from 'node:stream'
import { ownModule } from '../../compile/load/package-root.ts'
import { Failure } from '../failure.ts'
import { bundleHost } from '../workerd/bundle-host.ts'
import { startWorkerd } from '../workerd/start-workerd.ts'
import { withLock } from '../workerd/with-lock.ts'
import { localStorageOf } from '../wrangler/local-storage.ts'
import { readWranglerFile } from '../wrangler/wrangler-file.ts'
import { type Bucket, FACTS } from './bucket.ts'

/**
 * Opens the bucket of development while `use` runs.
 * @param persist absolute path of the folder of local data
 */
export async function withLocalBucket<Result>(
  root: string,
  persist: string,
  use: (bucket: Bucket) => Promise<Result>,
): Promise<Result> {
  const source = await bundleHost(ownModule('cli/bucket/bucket-worker'))
  const storage = localStorageOf(readWranglerFile(root))
  return withLock(persist, async () => {
    const workerd = await startWorkerd({ persist, storage, source, onLog: () => {} })
    try {
      return await use(bucketAt(workerd.controlUrl))
    } finally {
      await workerd.dispose()
    }
  })
}

function bucketAt(url: URL): Bucket {
  const at = (key: string) => new URL(`/${encodeURIComponent(key)}`, url)
  return {
    async list({ prefix, cursor }) {
      const query = new URLSearchParams({ prefix, ...(cursor !== null && { cursor }) })
      const response = requireDone(await fetch(new URL(`/?${query}`, url)))
      return response.json()
    },
    async read({ key }) {
      const response = await fetch(at(key))
      if (response.status === 404) return null
      return { bytes: (requireDone(response).body ?? Readable.from([])) as AsyncIterable<Uint8Array> } // an iterable stream of Node
    },
    async write(object, bytes) {
      const headers = { [FACTS]: encodeURIComponent(JSON.stringify(object)) }
      const body = Readable.toWeb(Readable.from(bytes, { objectMode: false }))
      const request = { method: 'PUT', headers, body, duplex: 'half' } as RequestInit // `duplex` is not declared yet
      const { etag } = await requireDone(await fetch(at(object.key), request)).json()
      return etag
    },
  }
}

function requireDone(response: Response): Response {
  if (response.ok) return response
  throw new Failure(`The local bucket is not responding: ${response.status}.`)
}
