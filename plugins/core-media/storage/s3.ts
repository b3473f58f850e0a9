import { AwsClient } from 'aws4fetch'
import { DEADLINES, inTime } from 'lintel/kit'
import type { S3Settings } from '../settings.ts'
import { type Content, lengthOf, type Storage, type StoredObject } from './storage.ts'
import { readElement, readElements, writeElement } from './xml.ts'

/**
 * Number of objects deleted at the same time, each by a request of its own: not every store can delete several with one
 * request.
 */
const DELETED_AT_ONCE = 6

/** Returns the storage for an S3-compatible store, whose bucket is addressed by path. */
export function s3Storage({ endpoint, region, bucket, accessKeyId, secretAccessKey }: S3Settings): Storage {
  const credentials = { accessKeyId, secretAccessKey, region, service: 's3' }
  const client = new AwsClient({ ...credentials, retries: 2, initRetryMs: 100 })
  // A stream can be sent only once, so there are no retries.
  const streaming = new AwsClient({ ...credentials, retries: 0 })
  const root = `${endpoint.replace(/\/+$/, '')}/${bucket}`

  const send = async (method: string, path: string, init: RequestInit = {}, accepted: readonly number[] = []) => {
    const isStream = init.body instanceof ReadableStream
    const { ask, send, stream } = DEADLINES.bucket
    const deadline = init.body === undefined ? ask : isStream ? stream : send
    const sender = isStream ? streaming : client
    const response = await inTime('bucket', deadline, () => sender.fetch(root + path, { method, ...init }))
    if (response.ok || accepted.includes(response.status)) return response
    const reason = readElement(await response.text(), 'Code') ?? response.statusText
    throw new Error(`the object storage answered ${response.status} to ${method}: ${reason}`)
  }

  const deleteOne = async (key: string) => drain(await send('DELETE', `/${key}`, {}, [404]))

  return {
    put: async (key, content, type) => {
      await drain(await send('PUT', `/${key}`, bodyOf(content, { 'content-type': type })))
    },
    head: async (key) => {
      const response = await send('HEAD', `/${key}`, {}, [404])
      return response.status === 404 ? null : describe(key, response.headers)
    },
    get: async (key, range) => {
      const headers = range ? { range: `bytes=${range.offset}-${range.offset + range.length - 1}` } : undefined
      const response = await send('GET', `/${key}`, headers ? { headers } : {}, [404])
      if (response.status === 404 || response.body === null) {
        await response.body?.cancel()
        return null
      }
      return { ...describe(key, response.headers), body: response.body }
    },
    delete: async (keys) => {
      for (let start = 0; start < keys.length; start += DELETED_AT_ONCE) {
        await Promise.all(keys.slice(start, start + DELETED_AT_ONCE).map(deleteOne))
      }
    },
    list: async (prefix, cursor) => {
      const query = new URLSearchParams({ 'list-type': '2', prefix })
      if (cursor !== undefined) query.set('continuation-token', cursor)
      const text = await (await send('GET', `?${query}`)).text()
      const isTruncated = readElement(text, 'IsTruncated') === 'true'
      const next = readElement(text, 'NextContinuationToken')
      return { objects: readElements(text, 'Contents').map(readListed), cursor: isTruncated ? next : null }
    },
    createUpload: async (key, type) => {
      const response = await send('POST', `/${key}?uploads=`, { headers: { 'content-type': type } })
      const id = readElement(await response.text(), 'UploadId')
      if (id === null) throw new Error('the object storage returned no id for an upload in parts')
      return id
    },
    putPart: async (key, upload, number, content) => {
      const response = await send('PUT', `/${key}?${partQuery(upload, number)}`, bodyOf(content))
      await drain(response)
      const etag = response.headers.get('etag')
      if (etag === null) throw new Error('the object storage returned no ETag for a part')
      return etag
    },
    completeUpload: async (key, upload, parts) => {
      const listed = parts.map(
        ({ number, etag }) => `<Part>${writeElement('PartNumber', String(number))}${writeElement('ETag', etag)}</Part>`,
      )
      const body = `<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`
      const response = await send('POST', `/${key}?uploadId=${encodeURIComponent(upload)}`, { body })
      // The response may begin with status 200 and end with an error (S3, CompleteMultipartUpload).
      const text = await response.text()
      if (/<Error[\s>]/.test(text)) {
        throw new Error(`the object storage could not complete an upload: ${readElement(text, 'Code')}`)
      }
    },
    abortUpload: async (key, upload) => {
      await drain(await send('DELETE', `/${key}?uploadId=${encodeURIComponent(upload)}`, {}, [404]))
    },
  }
}

function partQuery(upload: string, number: number): string {
  return `partNumber=${number}&uploadId=${encodeURIComponent(upload)}`
}

/**
 * Returns a request with a body that is not part of the signature: to sign the body, it would have to be read first.
 */
function bodyOf(content: Content, headers: Record<string, string> = {}): RequestInit {
  const signed = { ...headers, 'x-amz-content-sha256': 'UNSIGNED-PAYLOAD', 'content-length': String(lengthOf(content)) }
  if (content instanceof Uint8Array) return { headers: signed, body: content as Uint8Array<ArrayBuffer> } // never a SharedArrayBuffer
  return { headers: signed, body: content.stream, duplex: 'half' } as RequestInit // `duplex` is not in the declaration yet
}

/** Cancels the rest of a body: an unread body blocks the connection. */
async function drain(response: Response): Promise<void> {
  await response.body?.cancel()
}

function describe(key: string, headers: Headers): StoredObject {
  const whole = headers.get('content-range')?.split('/')[1] ?? headers.get('content-length')
  const uploaded = Date.parse(headers.get('last-modified') ?? '')
  return {
    key,
    size: Number(whole ?? 0),
    etag: headers.get('etag') ?? '',
    uploadedAt: Number.isNaN(uploaded) ? 0 : uploaded,
  }
}

function readListed(text: string): StoredObject {
  return {
    key: readElement(text, 'Key') ?? '',
    size: Number(readElement(text, 'Size') ?? 0),
    etag: readElement(text, 'ETag') ?? '',
    uploadedAt: Date.parse(readElement(text, 'LastModified') ?? '') || 0,
  }
}
