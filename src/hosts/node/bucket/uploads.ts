import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { HostBucket, HostObject, HostObjectOptions, HostPart } from '../../host.ts'
import { type Contents, chunksOf, newVersion, readText, writeBytes, writeWhole } from './files.ts'
import { placeOf, UPLOADS } from './names.ts'
import { DamagedObject } from './record.ts'

/** Minimum number of bytes of a part other than the last, and maximum number of parts (R2). */
const MIN_PART = 5 * 1024 * 1024
const MAX_PARTS = 10_000

/** Stores the chunks of an upload as an object. */
type Put = (key: string, chunks: AsyncIterable<Uint8Array>, options: HostObjectOptions) => Promise<HostObject>

/**
 * Implements multipart uploads: each is a folder in `~uploads`, with its key and options, its parts, and the record of
 * each part. Uploads can be continued after a restart, and by any process.
 */
export function uploadsIn(
  bucket: string,
  put: Put,
): Pick<HostBucket, 'createMultipartUpload' | 'resumeMultipartUpload'> {
  const resume: HostBucket['resumeMultipartUpload'] = (key, uploadId) => {
    const folder = join(bucket, UPLOADS, /^[0-9a-f]{32}$/.test(uploadId) ? uploadId : '-')
    return {
      key,
      uploadId,
      uploadPart: async (partNumber, value) => {
        if (!(Number.isInteger(partNumber) && partNumber >= 1 && partNumber <= MAX_PARTS)) {
          throw new TypeError(`Part number must be between 1 and ${MAX_PARTS}. Actual value was: ${partNumber}`)
        }
        await readUpload('uploadPart', folder, key)
        return putPart(folder, partNumber, value)
      },
      complete: async (parts) => {
        const options = await readUpload('completeMultipartUpload', folder, key)
        const contents = await chooseParts(folder, parts)
        const object = await put(key, joinParts(folder, key, contents), options)
        await remove(folder)
        return object
      },
      abort: async () => {
        await readUpload('abortMultipartUpload', folder, key)
        await remove(folder)
      },
    }
  }
  return {
    createMultipartUpload: async (key, options = {}) => {
      placeOf(bucket, key)
      const uploadId = randomBytes(16).toString('hex')
      await writeWhole(join(bucket, UPLOADS, uploadId, UPLOAD), JSON.stringify({ key, ...options }))
      return resume(key, uploadId)
    },
    resumeMultipartUpload: resume,
  }
}

const UPLOAD = 'upload.json'

/**
 * Reads the options of an upload.
 * @throws Error with 10024 if the upload does not exist or has another key
 */
async function readUpload(method: string, folder: string, key: string): Promise<HostObjectOptions> {
  const upload = await readJson<HostObjectOptions & { readonly key: string }>(join(folder, UPLOAD))
  if (upload?.key === key) return upload
  throw new Error(`${method}: The specified multipart upload does not exist. (10024)`)
}

async function putPart(folder: string, partNumber: number, value: Parameters<typeof chunksOf>[0]): Promise<HostPart> {
  const path = join(folder, `${partNumber}.json`)
  const part = await writeBytes(folder, `${partNumber}~${newVersion()}`, chunksOf(value))
  const before = await readJson<Contents>(path)
  await writeWhole(path, JSON.stringify(part))
  if (before) await rm(join(folder, before.file), { force: true })
  return { partNumber, etag: part.sha256 }
}

/**
 * Returns the parts of the object in order.
 * @throws Error if a part is missing or too small, or the sizes of the parts differ, as in R2. The last part may be
 * smaller
 */
async function chooseParts(folder: string, parts: readonly HostPart[]): Promise<Contents[]> {
  const inOrder = parts.toSorted((left, right) => left.partNumber - right.partNumber)
  const chosen: Contents[] = []
  for (const [index, { partNumber, etag }] of inOrder.entries()) {
    const part = await readJson<Contents>(join(folder, `${partNumber}.json`))
    if (part?.sha256 !== etag || partNumber === inOrder[index - 1]?.partNumber) {
      throw new Error('completeMultipartUpload: One or more of the specified parts could not be found. (10025)')
    }
    chosen.push(part)
  }
  const size = chosen[0]?.size ?? 0
  if (chosen.slice(0, -1).some((part) => part.size < MIN_PART)) {
    throw new Error(
      'completeMultipartUpload: Your proposed upload is smaller than the minimum allowed object size. (10011)',
    )
  }
  if (chosen.some((part, index) => (index === chosen.length - 1 ? part.size > size : part.size !== size))) {
    throw new Error('completeMultipartUpload: There was a problem with the multipart upload. (10048)')
  }
  return chosen
}

/**
 * Yields the content of the parts.
 * @throws DamagedObject for a part whose bytes differ from those uploaded
 */
async function* joinParts(folder: string, key: string, parts: readonly Contents[]): AsyncGenerator<Uint8Array> {
  for (const { file, sha256 } of parts) {
    const path = join(folder, file)
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 })) {
      hash.update(chunk)
      yield chunk
    }
    if (hash.digest('hex') === sha256) continue
    throw new DamagedObject(key, path, 'a part of its upload differs from what was received')
  }
}

/** Deletes an upload: first the file with its options, without which the upload does not exist, then its folder. */
async function remove(folder: string): Promise<void> {
  await rm(join(folder, UPLOAD), { force: true })
  await rm(folder, { recursive: true, force: true })
}

async function readJson<Value>(path: string): Promise<Value | null> {
  const text = await readText(path)
  return text === null ? null : (JSON.parse(text) as Value) // files of an upload are written atomically
}
