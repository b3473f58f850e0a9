import type { APIRoute } from 'astro'
import { PLACES } from '../../lib/addresses'
import { cms } from '../../lib/cms'
import { LOCALES, pathIn } from '../../lib/locale'
import { keepPreview, previewFrom, readPreviews } from '../../lib/preview'

/** Opens a draft by the link of the admin, and leads to it without the token in the address. */
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
      'This link has expired, or it is not complete. Make a new one in the admin: open the document and press Preview.',
      404,
    )
  if (draft.slug === null)
    return refused('The document has no slug yet, and so no address. Give it one in the admin.', 409)
  keepPreview(cookies, preview, url.protocol === 'https:')
  return redirect(pathIn(locale, PLACES[preview.of] + draft.slug), 303)
}

function refused(text: string, status: number): Response {
  return new Response(text, {
    status,
    headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  })
}
