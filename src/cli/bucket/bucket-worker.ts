/**
 * Worker of the commands that need the local bucket. It has access to the bucket and serves nothing. Runs in workerd.
 */
import type { R2Bucket, R2Object, FixedLengthStream as SizedStream } from '@cloudflare/workers-types'
import { type BucketObject, FACTS, type NewObject } from './bucket.ts'

export default { fetch: (): Response => new Response(null, { status: 404 }) }

/** Returns a page of objects at `/?prefix=` and an object at its key, and stores an object that is sent with PUT. */
export const control = {
  async fetch(request: Request, { MEDIA_BUCKET }: { readonly MEDIA_BUCKET: R2Bucket }): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url)
    const key = decodeURIComponent(pathname.slice(1))
    if (key === '') return Response.json(await list(MEDIA_BUCKET, searchParams))
    if (request.method === 'PUT') return Response.json({ etag: await store(MEDIA_BUCKET, key, request) })
    const found = await MEDIA_BUCKET.get(key)
    return new Response(found ? (found.body as unknown as ReadableStream) : null, { status: found ? 200 : 404 }) // the same stream under two types
  },
}

async function list(bucket: R2Bucket, query: URLSearchParams) {
  const cursor = query.get('cursor')
  const page = await bucket.list({
    prefix: query.get('prefix') ?? '',
    include: ['httpMetadata', 'customMetadata'],
    ...(cursor !== null && { cursor }),
  })
  return { objects: page.objects.map(describe), cursor: page.truncated ? page.cursor : null }
}

async function store(bucket: R2Bucket, key: string, request: Request): Promise<string> {
  const { size, contentType, metadata } = JSON.parse(decodeURIComponent(request.headers.get(FACTS) ?? '')) as NewObject // written by localBucket
  const options = { customMetadata: { ...metadata }, ...(contentType !== null && { httpMetadata: { contentType } }) }
  const { FixedLengthStream: Sized } = globalThis as unknown as { FixedLengthStream: typeof SizedStream } // workerd provides it
  const sized = new Sized(size)
  const copied = request.body?.pipeTo(sized.writable as unknown as WritableStream) // the same stream under two types
  const [stored] = await Promise.all([bucket.put(key, sized.readable as never, options), copied])
  return stored.etag
}

function describe({ key, size, etag, uploaded, httpMetadata, customMetadata }: R2Object): BucketObject {
  const contentType = httpMetadata?.contentType ?? null
  return { key, size, etag, uploadedAt: uploaded.getTime(), contentType, metadata: customMetadata ?? {} }
}
