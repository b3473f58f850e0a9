/** The worker of `cms restore`: it knows the bucket, and serves nothing. Runs in workerd. */
import type { R2Bucket } from '@cloudflare/workers-types'

export default { fetch: (): Response => new Response(null, { status: 404 }) }

/** Answers the object at the path. */
export const control = {
  async fetch(request: Request, { MEDIA_BUCKET }: { readonly MEDIA_BUCKET: R2Bucket }): Promise<Response> {
    const found = await MEDIA_BUCKET.get(new URL(request.url).pathname.slice(1))
    return new Response(found ? (found.body as unknown as ReadableStream) : null, { status: found ? 200 : 404 }) // one stream, two types
  },
}
