import type { APIRoute } from 'astro'
import { cms } from '../../lib/cms'
import { keepPreview, previewFrom, readPreviews } from '../../lib/preview'

const PLACES = { articles: '/articles/', pages: '/' } as const

/** Opens a draft by the link of the admin, and leads to it without the token in the address. */
export const GET: APIRoute = async ({ url, cookies, redirect }) => {
  const { searchParams } = url
  const preview = previewFrom(searchParams.get('of'), searchParams.get('id'), searchParams.get('token'))
  const [draft] = preview
    ? await readPreviews(preview.of, [preview], (id, token) => cms.collection(preview.of).get(id, { preview: token }))
    : []
  if (!preview || !draft)
    return refused(
      'This link has expired, or it is not complete. Make a new one in the admin: open the document and press Preview.',
      404,
    )
  if (draft.slug === null)
    return refused('The document has no slug yet, and so no address. Give it one in the admin.', 409)
  keepPreview(cookies, preview, url.protocol === 'https:')
  return redirect(PLACES[preview.of] + draft.slug, 303)
}

function refused(text: string, status: number): Response {
  return new Response(text, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
