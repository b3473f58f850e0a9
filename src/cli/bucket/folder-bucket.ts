import { Readable } from 'node:stream'
import type { HostBucket, HostObject } from '../../hosts/host.ts'
import { createFolderBucket } from '../../hosts/node/bucket/folder-bucket.ts'
import type { OnDamage } from '../../hosts/node/bucket/read.ts'
import type { Bucket, BucketObject, BucketPage, NewObject, PageWanted } from './bucket.ts'

/**
 * Bucket in a folder on this machine, as a service on Node stores its files.
 * @param onDamage called for each file whose bytes or record are not what was written
 */
export function folderBucket(folder: string, onDamage: OnDamage): Bucket {
  const bucket = createFolderBucket(folder, onDamage)
  return {
    list: (request) => listFolder(bucket, request),
    read: async ({ key }) => {
      const found = await bucket.get(key)
      return found && { bytes: found.body as AsyncIterable<Uint8Array> } // an iterable stream of Node
    },
    write: async (object, bytes) => {
      const stream = Readable.toWeb(Readable.from(bytes, { objectMode: false })) as ReadableStream<Uint8Array> // Node types the same stream differently
      const { etag } = await bucket.put(object.key, stream, optionsOf(object))
      return etag
    },
  }
}

/** Returns a page of the objects in a folder. */
export async function listFolder(bucket: HostBucket, { prefix, cursor }: PageWanted): Promise<BucketPage> {
  const include: ('httpMetadata' | 'customMetadata')[] = ['httpMetadata', 'customMetadata']
  const page = await bucket.list({ prefix, include, ...(cursor !== null && { cursor }) })
  return { objects: page.objects.map(describe), cursor: page.truncated ? page.cursor : null }
}

/** Returns the facts about an object, in the form that a bucket takes. */
export function optionsOf({ contentType, metadata }: NewObject) {
  return { customMetadata: metadata, ...(contentType !== null && { httpMetadata: { contentType } }) }
}

function describe({ key, size, etag, uploaded, httpMetadata, customMetadata }: HostObject): BucketObject {
  const contentType = httpMetadata?.contentType ?? null
  return { key, size, etag, uploadedAt: uploaded.getTime(), contentType, metadata: customMetadata ?? {} }
}
