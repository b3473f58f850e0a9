import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export const ACCESS_KEY = 'test-access-key'
export const SECRET_KEY = 'test-secret-key'

interface Entry {
  readonly bytes: Buffer
  readonly type: string
  readonly etag: string
  readonly at: Date
}

export interface S3Server {
  readonly url: string
  readonly objects: Map<string, Entry>
  /** Uploads in parts that are under way, by id. */
  readonly uploads: Map<string, { readonly key: string; readonly parts: Map<number, Buffer> }>
  /** The next so many requests are answered 503, as a busy store does. */
  failNext(count: number): void
  close(): Promise<void>
}

/** Objects in one page of a list: few, so that lists have pages. */
const PAGE = 4
const MIN_PART = 5 * 1024 * 1024

/**
 * The part of S3's interface that storage needs, in memory, as S3 has it: signatures of version 4 are checked, parts must
 * be large enough and complete, lists have pages.
 */
export async function startS3(bucket: string): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map()
  const uploads: S3Server['uploads'] = new Map()
  let failures = 0
  let count = 0

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readAll(request)
    const url = new URL(request.url ?? '', 'http://s3')
    const answer = (status: number, text = '', headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(text)
    const refuse = (status: number, code: string) =>
      answer(status, `<?xml version="1.0"?><Error><Code>${code}</Code></Error>`)
    if (failures > 0) {
      failures -= 1
      return refuse(503, 'SlowDown')
    }
    if (!isSigned(request, url)) return refuse(403, 'SignatureDoesNotMatch')
    const [, name, ...rest] = url.pathname.split('/')
    if (name !== bucket) return refuse(404, 'NoSuchBucket')
    const key = decodeURIComponent(rest.join('/'))
    const query = url.searchParams
    const upload = uploads.get(query.get('uploadId') ?? '')
    if (query.has('uploadId') && upload?.key !== key) return refuse(404, 'NoSuchUpload')
    const method = request.method ?? ''

    if (key === '' && method === 'GET') return answer(200, list(objects, query))
    if (method === 'POST' && query.has('uploads')) {
      count += 1
      uploads.set(`upload/${count}+`, { key, parts: new Map() })
      return answer(
        200,
        `<InitiateMultipartUploadResult><UploadId>upload/${count}+</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    if (method === 'PUT' && (request.headers['content-length'] === undefined || request.headers['transfer-encoding'])) {
      return refuse(411, 'MissingContentLength')
    }
    if (method === 'PUT' && upload) {
      upload.parts.set(Number(query.get('partNumber')), body)
      return answer(200, '', { etag: etagOf(body) })
    }
    if (method === 'POST' && upload) {
      const wanted = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(.*?)<\/ETag>/g)]
      const parts = wanted.map(([, number, etag]) => ({
        bytes: upload.parts.get(Number(number)),
        etag: unescapeQuotes(etag ?? ''),
      }))
      if (parts.some(({ bytes, etag }) => !bytes || etagOf(bytes) !== etag)) return refuse(400, 'InvalidPart')
      if (parts.slice(0, -1).some(({ bytes }) => (bytes?.length ?? 0) < MIN_PART)) return refuse(400, 'EntityTooSmall')
      const bytes = Buffer.concat(parts.map(({ bytes }) => bytes ?? Buffer.alloc(0)))
      objects.set(key, { bytes, type: '', etag: etagOf(bytes), at: new Date() })
      uploads.delete(query.get('uploadId') ?? '')
      return answer(200, '<CompleteMultipartUploadResult/>')
    }
    if (method === 'DELETE' && upload) {
      uploads.delete(query.get('uploadId') ?? '')
      return answer(204)
    }
    if (method === 'PUT') {
      const etag = etagOf(body)
      objects.set(key, { bytes: body, type: request.headers['content-type'] ?? '', etag, at: new Date() })
      return answer(200, '', { etag })
    }
    if (method === 'DELETE') {
      objects.delete(key)
      return answer(204)
    }
    const found = objects.get(key)
    if (!found) return refuse(404, 'NoSuchKey')
    const headers = { etag: found.etag, 'last-modified': found.at.toUTCString(), 'content-type': found.type }
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? []
    if (from === undefined) {
      response.writeHead(200, { ...headers, 'content-length': found.bytes.length })
      return response.end(method === 'HEAD' ? undefined : found.bytes)
    }
    const part = found.bytes.subarray(Number(from), Number(to) + 1)
    response.writeHead(206, { ...headers, 'content-range': `bytes ${from}-${to}/${found.bytes.length}` })
    return response.end(part)
  }

  const server: Server = createServer((request, response) => {
    // A request that its sender breaks off has no answer.
    handle(request, response).catch(() => request.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    uploads,
    failNext: (wanted) => {
      failures = wanted
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

/** A page of keys, or of what they have in common up to a delimiter: version 2 of the list, and 1 with its marker. */
function list(objects: S3Server['objects'], query: URLSearchParams): string {
  const prefix = query.get('prefix') ?? ''
  const after = query.get('continuation-token') ?? query.get('marker') ?? ''
  const delimiter = query.get('delimiter')
  const shared = (key: string) => {
    const end = delimiter ? key.indexOf(delimiter, prefix.length) : -1
    return end === -1 ? key : key.slice(0, end + 1)
  }
  const names = [...new Set([...objects.keys()].filter((key) => key.startsWith(prefix)).map(shared))]
  const later = names.filter((name) => name > after).sort()
  const shown = later.slice(0, PAGE)
  const contents = shown.map((name) => {
    const entry = objects.get(name)
    const text = name.replaceAll('&', '&amp;')
    if (!entry) return `<CommonPrefixes><Prefix>${text}</Prefix></CommonPrefixes>`
    return `<Contents><Key>${text}</Key><LastModified>${entry.at.toISOString()}</LastModified><ETag>&quot;${entry.etag.slice(1, -1)}&quot;</ETag><Size>${entry.bytes.length}</Size></Contents>`
  })
  const isTruncated = later.length > shown.length
  const last = shown.at(-1)?.replaceAll('&', '&amp;')
  const next = isTruncated
    ? `<NextContinuationToken>${last}</NextContinuationToken><NextMarker>${last}</NextMarker>`
    : ''
  return `<?xml version="1.0"?><ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
}

/** Signature Version 4, in the header (AWS General Reference). */
function isSigned(request: IncomingMessage, url: URL): boolean {
  const pattern =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/
  const [, accessKey, day = '', region = '', names = '', signature] =
    pattern.exec(request.headers.authorization ?? '') ?? []
  const at = String(request.headers['x-amz-date'] ?? '')
  if (accessKey !== ACCESS_KEY || !at.startsWith(day)) return false
  const query = [...url.searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&')
  const headers = names.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`)
  const payload = String(request.headers['x-amz-content-sha256'] ?? '')
  const canonical = [request.method, url.pathname, query, headers.join(''), names, payload].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const text = ['AWS4-HMAC-SHA256', at, scope, createHash('sha256').update(canonical).digest('hex')].join('\n')
  const key = [day, region, 's3', 'aws4_request'].reduce<Buffer | string>(
    (secret, part) => createHmac('sha256', secret).update(part).digest(),
    `AWS4${SECRET_KEY}`,
  )
  return createHmac('sha256', key).update(text).digest('hex') === signature
}

function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

function unescapeQuotes(text: string): string {
  return text.replace(/&#34;|&quot;/g, '"')
}

function etagOf(bytes: Buffer): string {
  return `"${createHash('md5').update(bytes).digest('hex')}"`
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}
