import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import { type Bucket, type BucketObject, inParts, type NewObject, PART, type WantedObject } from './bucket.ts'
import { readElement, readElements } from './s3-xml.ts'

/** Address and credentials of a bucket that is accessed over the S3 protocol. */
export interface S3Address {
  /** Address of the bucket: `https://s3.eu-central-1.amazonaws.com/site-media`. No slash at the end. */
  readonly url: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** Maximum duration of a request with up to `PART` bytes, in milliseconds. */
const DEADLINE = 120_000

type Send = (method: string, path: string, init?: RequestInit, accepted?: number) => Promise<Response>

/**
 * Bucket in R2, S3 or another store that supports S3's protocol. Objects are transferred in parts, each of which is
 * checked.
 */
export function s3Bucket({ url, region, accessKeyId, secretAccessKey }: S3Address): Bucket {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 4 })
  const send: Send = async (method, path, init = {}, accepted) => {
    const response = await client.fetch(url + path, { method, ...init, signal: AbortSignal.timeout(DEADLINE) })
    if (response.ok || response.status === accepted) return response
    const code = readElement(await response.text(), 'Code')
    throw new Error(`${new URL(url).host} responds to ${method} with ${response.status}${code && `: ${code}`}`)
  }
  return {
    async list({ prefix, cursor }) {
      const query = new URLSearchParams({ 'list-type': '2', prefix })
      if (cursor !== null) query.set('continuation-token', cursor)
      const text = await (await send('GET', `?${query}`)).text()
      const next = readElement(text, 'IsTruncated') === 'true' ? readElement(text, 'NextContinuationToken') : ''
      return { objects: readElements(text, 'Contents').map(readListed), cursor: next === '' ? null : next }
    },
    async read(target) {
      const found = await readPart(send, target, 0)
      return found && { bytes: partsOf(send, target, found), facts: found.facts }
    },
    async write(object, bytes) {
      if (object.size > PART) return writeParts(send, object, bytes)
      for await (const part of inParts(bytes)) {
        await drain(
          await send('PUT', pathOf(object.key), { headers: { ...headersOf(object), ...md5Of(part) }, body: part }),
        )
      }
      return null // the store has checked the bytes
    },
  }
}

function pathOf(key: string): string {
  return `/${key.split('/').map(encodeURIComponent).join('/')}`
}

function readListed(text: string): BucketObject {
  return {
    key: readElement(text, 'Key'),
    size: Number(readElement(text, 'Size')),
    etag: readElement(text, 'ETag').replaceAll('"', ''),
    uploadedAt: Date.parse(readElement(text, 'LastModified')) || 0,
    contentType: null,
    metadata: {},
  }
}

interface FirstPart {
  readonly bytes: Uint8Array
  /** Size of the whole object. */
  readonly size: number
  /** ETag as the store sent it. */
  readonly etag: string
  readonly facts: Pick<NewObject, 'contentType' | 'metadata'>
}

/** Reads a part of an object, of at most `PART` bytes. Returns `null` if there is no such object. */
async function readPart(
  send: Send,
  { key, size }: WantedObject,
  offset: number,
  etag?: string,
): Promise<FirstPart | null> {
  const range = `bytes=${offset}-${offset + PART - 1}`
  const headers = { ...(size !== 0 && { range }), ...(etag !== undefined && { 'if-match': etag }) } // an empty object has no ranges
  const response = await send('GET', pathOf(key), { headers }, 404)
  const bytes = new Uint8Array(await response.arrayBuffer())
  if (response.status === 404) return null
  const { headers: responseHeaders } = response
  const facts = { contentType: responseHeaders.get('content-type'), metadata: metadataIn(responseHeaders) }
  const whole = responseHeaders.get('content-range')?.split('/')[1] ?? bytes.length
  return { bytes, size: Number(whole), etag: responseHeaders.get('etag') ?? '', facts }
}

async function* partsOf(send: Send, object: WantedObject, first: FirstPart): AsyncGenerator<Uint8Array> {
  yield first.bytes
  for (let offset = PART; offset < first.size; offset += PART) {
    const part = await readPart(send, object, offset, first.etag)
    if (part === null) throw new Error('it was deleted while it was being read')
    yield part.bytes
  }
}

async function writeParts(send: Send, object: NewObject, bytes: AsyncIterable<Uint8Array>): Promise<null> {
  const path = pathOf(object.key)
  const begun = await send('POST', `${path}?uploads=`, { headers: headersOf(object) })
  const upload = encodeURIComponent(readElement(await begun.text(), 'UploadId'))
  try {
    const parts: string[] = []
    for await (const part of inParts(bytes)) {
      const number = parts.length + 1
      const query = `?partNumber=${number}&uploadId=${upload}`
      const response = await drain(await send('PUT', path + query, { headers: md5Of(part), body: part }))
      const etag = response.headers.get('etag') ?? ''
      parts.push(`<Part><PartNumber>${number}</PartNumber><ETag>${etag.replaceAll('"', '&quot;')}</ETag></Part>`)
    }
    const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`
    const text = await (await send('POST', `${path}?uploadId=${upload}`, { body })).text()
    // A response may begin with 200 and end with an error (S3, CompleteMultipartUpload).
    if (/<Error[\s>]/.test(text)) throw new Error(`the parts were refused: ${readElement(text, 'Code')}`)
    return null
  } catch (error) {
    await send('DELETE', `${path}?uploadId=${upload}`, {}, 404).then(drain, () => {}) // the first error is reported
    throw error
  }
}

const METADATA = 'x-amz-meta-'

function headersOf({ contentType, metadata }: NewObject): Record<string, string> {
  const named = Object.entries(metadata).map(([name, value]) => [METADATA + name, value] as const)
  return { ...(contentType !== null && { 'content-type': contentType }), ...Object.fromEntries(named) }
}

function metadataIn(headers: Headers): Record<string, string> {
  const named = [...headers].filter(([name]) => name.startsWith(METADATA))
  return Object.fromEntries(named.map(([name, value]) => [name.slice(METADATA.length), value]))
}

/** Returns a header with the MD5 of the bytes: the store refuses any other bytes. */
function md5Of(part: Uint8Array): Record<string, string> {
  return { 'content-md5': createHash('md5').update(part).digest('base64') }
}

/** Discards the body of a response, since an unread body keeps the connection busy. */
async function drain(response: Response): Promise<Response> {
  await response.body?.cancel()
  return response
}
