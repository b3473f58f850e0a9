/** The worker of `cms doctor`: it knows the bucket, and serves nothing. Runs in workerd. */
import type { R2Bucket } from '@cloudflare/workers-types'

export default { fetch: (): Response => new Response(null, { status: 404 }) }

/** Answers a page of the objects whose keys begin with `?prefix=`. */
export const control = {
  async fetch(request: Request, { MEDIA_BUCKET }: { readonly MEDIA_BUCKET: R2Bucket }): Promise<Response> {
    const { searchParams } = new URL(request.url)
    const cursor = searchParams.get('cursor')
    const page = await MEDIA_BUCKET.list({
      prefix: searchParams.get('prefix') ?? '',
      ...(cursor !== null && { cursor }),
    })
    const objects = page.objects.map(({ key, uploaded }) => ({ key, uploadedAt: uploaded.getTime() }))
    return Response.json({ objects, cursor: page.truncated ? page.cursor : null })
  },
}
