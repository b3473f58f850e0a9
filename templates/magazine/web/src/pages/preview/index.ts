import type { APIRoute } from 'astro'
import { PLACES } from '../../lib/addresses'
import { cms } from '../../lib/cms'
import { LOCALES, pathIn } from '../../lib/locale'
import { keepPreview, previewFrom, readPreviews } from '../../lib/preview'

/** Opens a draft with a preview link from the admin, and redirects to its page without the token in the address. */
export const GET: APIRoute = async ({ url, cookies, redirect }) => {
  const { searchParams } = url
  const preview = previewFrom(searchParams.get('of'), searchParams.get('id'), searchParams.get('token'))
  const locale = LOCALES.find((one) => one === searchParams.get('locale')) ?? LOCALES[0]
  const [draft] = preview
    ? await readPreviews(preview.of, [preview], (id, token) =>
        cms.collection(preview.of).get(id, { locale, preview: token }),
      )
    : []
  if (!preview || !draft)
    return refused(
      'This link has expired or is incomplete. For a new one, open the document in the admin and press Preview.',
      404,
    )
  if (draft.slug === null)
    return refused('The document has no slug, and therefore no address. Add a slug in the admin.', 409)
  keepPreview(cookies, preview, url.protocol === 'https:')
  return redirect(pathIn(locale, PLACES[preview.of] + draft.slug), 303)
}

function refused(text: string, status: number): Response {
  return new Response(text, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
