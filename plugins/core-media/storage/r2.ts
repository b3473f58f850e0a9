import type { HostBucket, HostBytes, HostObject } from 'lintel'
import type { Content, Storage, StoredObject } from './storage.ts'

/** Maximum number of objects that one call deletes (R2). */
const DELETED_AT_ONCE = 1000

/** Returns the storage for an R2 bucket of the worker. */
export function r2Storage(bucket: HostBucket): Storage {
  return {
    put: async (key, content, type) => {
      await bucket.put(key, bodyOf(content), { httpMetadata: { contentType: type } })
    },
    head: async (key) => {
      const object = await bucket.head(key)
      return object && describe(object)
    },
    get: async (key, range) => {
      const object = await bucket.get(key, range ? { range } : {})
      return object && { ...describe(object), body: object.body }
    },
    delete: async (keys) => {
      for (let start = 0; start < keys.length; start += DELETED_AT_ONCE) {
        await bucket.delete(keys.slice(start, start + DELETED_AT_ONCE))
      }
    },
    list: async (prefix, cursor) => {
      const page = await bucket.list({ prefix, ...(cursor === undefined ? {} : { cursor }) })
      return { objects: page.objects.map(describe), cursor: page.truncated ? page.cursor : null }
    },
    createUpload: async (key, type) => {
      const upload = await bucket.createMultipartUpload(key, { httpMetadata: { contentType: type } })
      return upload.uploadId
    },
    putPart: async (key, upload, number, content) => {
      const part = await bucket.resumeMultipartUpload(key, upload).uploadPart(number, bodyOf(content))
      return part.etag
    },
    completeUpload: async (key, upload, parts) => {
      const uploaded = parts.map(({ number, etag }) => ({ partNumber: number, etag }))
      await bucket.resumeMultipartUpload(key, upload).complete(uploaded)
    },
    abortUpload: async (key, upload) => {
      try {
        await bucket.resumeMultipartUpload(key, upload).abort()
      } catch (error) {
        if (!isUnknownUpload(error)) throw error
      }
    },
  }
}

function bodyOf(content: Content): HostBytes {
  return content instanceof Uint8Array ? content : content.stream
}

/** Tells whether an error is R2's 10024: the upload was completed or aborted, or never existed. */
function isUnknownUpload(error: unknown): boolean {
  return error instanceof Error && /10024|does not exist/.test(error.message)
}

function describe({ key, size, httpEtag, uploaded }: HostObject): StoredObject {
  return { key, size, etag: httpEtag, uploadedAt: uploaded.getTime() }
}
